import Interface
