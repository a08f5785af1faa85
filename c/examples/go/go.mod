module polylimb-example

go 1.19
