1 'first | price:0.8 colour=red |engine power:1.2
-1 2 'second | price:0.2 colour=blue |engine power:0.4
1 | price:0.9 |engine power:1.1 turbo
