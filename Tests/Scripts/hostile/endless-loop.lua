-- expect: time limit exceeded
while true do end
