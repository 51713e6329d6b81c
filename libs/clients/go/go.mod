module example.com/fulfilment/client-go

go 1.23
