-- expect: time limit exceeded
string.find(("a"):rep(40), ("a?"):rep(40) .. ("a"):rep(41))
