// Code generated from the OpenAPI documents by npm run generate. DO NOT EDIT.

package fulfilment

var opGetAllocationRules = &operation{id: "getAllocationRules", method: "GET", path: "/v1/allocation-rules", ifNoneMatch: true}

var opUpdateAllocationRules = &operation{id: "updateAllocationRules", method: "PATCH", path: "/v1/allocation-rules", idempotent: true, ifMatch: true}

var opQuoteAvailability = &operation{id: "quoteAvailability", method: "POST", path: "/v1/availability", idempotent: true}

var opListEvents = &operation{id: "listEvents", method: "GET", path: "/v1/events"}

var opListFulfilments = &operation{id: "listFulfilments", method: "GET", path: "/v1/fulfilments"}

var opGetFulfilment = &operation{id: "getFulfilment", method: "GET", path: "/v1/fulfilments/{id}", ifNoneMatch: true}

var opUpdateFulfilment = &operation{id: "updateFulfilment", method: "PATCH", path: "/v1/fulfilments/{id}", idempotent: true, ifMatch: true}

var opCancelFulfilment = &operation{id: "cancelFulfilment", method: "POST", path: "/v1/fulfilments/{id}/cancel", idempotent: true, ifMatch: true, pending: true}

var opPackFulfilment = &operation{id: "packFulfilment", method: "POST", path: "/v1/fulfilments/{id}/pack", idempotent: true, ifMatch: true, pending: true}

var opShipFulfilment = &operation{id: "shipFulfilment", method: "POST", path: "/v1/fulfilments/{id}/ship", idempotent: true, ifMatch: true, pending: true}

var opUnpackFulfilment = &operation{id: "unpackFulfilment", method: "POST", path: "/v1/fulfilments/{id}/unpack", idempotent: true, ifMatch: true, pending: true}

var opCheckIntegrity = &operation{id: "checkIntegrity", method: "GET", path: "/v1/integrity"}

var opListSKUs = &operation{id: "listSkus", method: "GET", path: "/v1/inventory"}

var opCreateSKU = &operation{id: "createSku", method: "POST", path: "/v1/inventory", idempotent: true}

var opGetSKU = &operation{id: "getSku", method: "GET", path: "/v1/inventory/{sku}", ifNoneMatch: true}

var opUpdateSKU = &operation{id: "updateSku", method: "PATCH", path: "/v1/inventory/{sku}", idempotent: true, ifMatch: true}

var opArchiveSKU = &operation{id: "archiveSku", method: "DELETE", path: "/v1/inventory/{sku}", idempotent: true, ifMatch: true}

var opAdjustStock = &operation{id: "adjustStock", method: "POST", path: "/v1/inventory/{sku}/adjustments", idempotent: true, ifMatch: true}

var opListMovements = &operation{id: "listMovements", method: "GET", path: "/v1/inventory/{sku}/movements"}

var opUpdateSKUWarehouse = &operation{id: "updateSkuWarehouse", method: "PATCH", path: "/v1/inventory/{sku}/warehouses/{warehouse}", idempotent: true, ifMatch: true}

var opBatchInventory = &operation{id: "batchInventory", method: "POST", path: "/v1/inventory/batch", idempotent: true, batch: &batch{items: "items", maximum: 1000, results: "results"}}

var opGetSKUByBarcode = &operation{id: "getSkuByBarcode", method: "GET", path: "/v1/inventory/by-barcode/{code}", ifNoneMatch: true}

var opExportInventory = &operation{id: "exportInventory", method: "GET", path: "/v1/inventory/export", streamed: true}

var opImportInventory = &operation{id: "importInventory", method: "POST", path: "/v1/inventory/import", mediaTypes: []string{"text/csv", "application/x-ndjson"}, idempotent: true}

var opListLocations = &operation{id: "listLocations", method: "GET", path: "/v1/locations"}

var opCreateLocation = &operation{id: "createLocation", method: "POST", path: "/v1/locations", idempotent: true}

var opGetLocation = &operation{id: "getLocation", method: "GET", path: "/v1/locations/{id}", ifNoneMatch: true}

var opUpdateLocation = &operation{id: "updateLocation", method: "PATCH", path: "/v1/locations/{id}", idempotent: true, ifMatch: true}

var opArchiveLocation = &operation{id: "archiveLocation", method: "DELETE", path: "/v1/locations/{id}", idempotent: true, ifMatch: true}

var opListLocationStock = &operation{id: "listLocationStock", method: "GET", path: "/v1/locations/{id}/stock"}

var opTransferStock = &operation{id: "transferStock", method: "POST", path: "/v1/locations/{id}/transfer", idempotent: true}

var opGetCaller = &operation{id: "getCaller", method: "GET", path: "/v1/me"}

var opListOrders = &operation{id: "listOrders", method: "GET", path: "/v1/orders"}

var opCreateOrder = &operation{id: "createOrder", method: "POST", path: "/v1/orders", idempotent: true, pending: true}

var opGetOrder = &operation{id: "getOrder", method: "GET", path: "/v1/orders/{id}", ifNoneMatch: true}

var opUpdateOrder = &operation{id: "updateOrder", method: "PATCH", path: "/v1/orders/{id}", idempotent: true, ifMatch: true, pending: true}

var opCancelOrder = &operation{id: "cancelOrder", method: "POST", path: "/v1/orders/{id}/cancel", idempotent: true, ifMatch: true, pending: true}

var opCloseOrder = &operation{id: "closeOrder", method: "POST", path: "/v1/orders/{id}/close", idempotent: true, ifMatch: true, pending: true}

var opEditOrder = &operation{id: "editOrder", method: "POST", path: "/v1/orders/{id}/edit", idempotent: true, ifMatch: true, pending: true}

var opEraseOrder = &operation{id: "eraseOrder", method: "POST", path: "/v1/orders/{id}/erase", idempotent: true, ifMatch: true}

var opListOrderFulfilments = &operation{id: "listOrderFulfilments", method: "GET", path: "/v1/orders/{id}/fulfilments"}

var opCreateFulfilment = &operation{id: "createFulfilment", method: "POST", path: "/v1/orders/{id}/fulfilments", idempotent: true, ifMatch: true, pending: true}

var opGetOrderHistory = &operation{id: "getOrderHistory", method: "GET", path: "/v1/orders/{id}/history"}

var opHoldOrder = &operation{id: "holdOrder", method: "POST", path: "/v1/orders/{id}/holds", idempotent: true, ifMatch: true, pending: true}

var opReleaseHold = &operation{id: "releaseHold", method: "DELETE", path: "/v1/orders/{id}/holds/{hold}", idempotent: true, ifMatch: true, pending: true}

var opPackOrder = &operation{id: "packOrder", method: "POST", path: "/v1/orders/{id}/pack", idempotent: true, ifMatch: true, pending: true}

var opReassignOrder = &operation{id: "reassignOrder", method: "POST", path: "/v1/orders/{id}/reassign", idempotent: true, ifMatch: true, pending: true}

var opListOrderReturns = &operation{id: "listOrderReturns", method: "GET", path: "/v1/orders/{id}/returns"}

var opShipOrder = &operation{id: "shipOrder", method: "POST", path: "/v1/orders/{id}/ship", idempotent: true, ifMatch: true, pending: true}

var opCreateOrders = &operation{id: "createOrders", method: "POST", path: "/v1/orders/batch", idempotent: true, batch: &batch{items: "orders", maximum: 200, results: "results"}}

var opExportOrders = &operation{id: "exportOrders", method: "GET", path: "/v1/orders/export", streamed: true}

var opListReservations = &operation{id: "listReservations", method: "GET", path: "/v1/reservations"}

var opCreateReservation = &operation{id: "createReservation", method: "POST", path: "/v1/reservations", idempotent: true}

var opGetReservation = &operation{id: "getReservation", method: "GET", path: "/v1/reservations/{id}", ifNoneMatch: true}

var opUpdateReservation = &operation{id: "updateReservation", method: "PATCH", path: "/v1/reservations/{id}", idempotent: true, ifMatch: true}

var opReleaseReservation = &operation{id: "releaseReservation", method: "DELETE", path: "/v1/reservations/{id}", idempotent: true, ifMatch: true}

var opListReturns = &operation{id: "listReturns", method: "GET", path: "/v1/returns"}

var opCreateReturn = &operation{id: "createReturn", method: "POST", path: "/v1/returns", idempotent: true, pending: true}

var opGetReturn = &operation{id: "getReturn", method: "GET", path: "/v1/returns/{id}", ifNoneMatch: true}

var opApproveReturn = &operation{id: "approveReturn", method: "POST", path: "/v1/returns/{id}/approve", idempotent: true, ifMatch: true, pending: true}

var opCancelReturn = &operation{id: "cancelReturn", method: "POST", path: "/v1/returns/{id}/cancel", idempotent: true, ifMatch: true, pending: true}

var opCloseReturn = &operation{id: "closeReturn", method: "POST", path: "/v1/returns/{id}/close", idempotent: true, ifMatch: true, pending: true}

var opDisposeReturn = &operation{id: "disposeReturn", method: "POST", path: "/v1/returns/{id}/dispositions", idempotent: true, ifMatch: true, pending: true}

var opEraseReturn = &operation{id: "eraseReturn", method: "POST", path: "/v1/returns/{id}/erase", idempotent: true, ifMatch: true}

var opGetReturnHistory = &operation{id: "getReturnHistory", method: "GET", path: "/v1/returns/{id}/history"}

var opReceiveReturn = &operation{id: "receiveReturn", method: "POST", path: "/v1/returns/{id}/receipts", idempotent: true, ifMatch: true, pending: true}

var opRejectReturn = &operation{id: "rejectReturn", method: "POST", path: "/v1/returns/{id}/reject", idempotent: true, ifMatch: true}

var opListScans = &operation{id: "listScans", method: "GET", path: "/v1/scans"}

var opCreateScan = &operation{id: "createScan", method: "POST", path: "/v1/scans", idempotent: true}

var opGetScan = &operation{id: "getScan", method: "GET", path: "/v1/scans/{id}"}

var opCreateScans = &operation{id: "createScans", method: "POST", path: "/v1/scans/batch", idempotent: true, batch: &batch{items: "scans", maximum: 1000, results: "results"}}

var opGetAccount = &operation{id: "getAccount", method: "GET", path: "/account/v1/account"}

var opListKeys = &operation{id: "listKeys", method: "GET", path: "/account/v1/keys"}

var opCreateKey = &operation{id: "createKey", method: "POST", path: "/account/v1/keys", idempotent: true}

var opGetKey = &operation{id: "getKey", method: "GET", path: "/account/v1/keys/{id}"}

var opUpdateKey = &operation{id: "updateKey", method: "PATCH", path: "/account/v1/keys/{id}", idempotent: true}

var opRotateKey = &operation{id: "rotateKey", method: "POST", path: "/account/v1/keys/{id}/rotate", idempotent: true}

var opRevokeKey = &operation{id: "revokeKey", method: "POST", path: "/account/v1/keys/{id}/revoke", idempotent: true}

var opListAuditLog = &operation{id: "listAuditLog", method: "GET", path: "/account/v1/audit-log"}

var opListActors = &operation{id: "listActors", method: "GET", path: "/account/v1/actors"}

var opListMembers = &operation{id: "listMembers", method: "GET", path: "/account/v1/members"}

var opInviteMember = &operation{id: "inviteMember", method: "POST", path: "/account/v1/members", idempotent: true}

var opGetMember = &operation{id: "getMember", method: "GET", path: "/account/v1/members/{id}", ifNoneMatch: true}

var opUpdateMember = &operation{id: "updateMember", method: "PATCH", path: "/account/v1/members/{id}", idempotent: true, ifMatch: true}

var opRemoveMember = &operation{id: "removeMember", method: "DELETE", path: "/account/v1/members/{id}", idempotent: true, ifMatch: true}

var opRenewInvitation = &operation{id: "renewInvitation", method: "POST", path: "/account/v1/members/{id}/invitation", idempotent: true}

var opIssuePasswordReset = &operation{id: "issuePasswordReset", method: "POST", path: "/account/v1/members/{id}/reset", idempotent: true}

var opListPlans = &operation{id: "listPlans", method: "GET", path: "/account/v1/plans"}

var opGetInventoryOverview = &operation{id: "getInventoryOverview", method: "GET", path: "/account/v1/overview/inventory"}

var opGetOrdersOverview = &operation{id: "getOrdersOverview", method: "GET", path: "/account/v1/overview/orders"}

var opGetScansOverview = &operation{id: "getScansOverview", method: "GET", path: "/account/v1/overview/scans"}

var opGetWebhooksOverview = &operation{id: "getWebhooksOverview", method: "GET", path: "/account/v1/overview/webhooks"}

var opGetRetention = &operation{id: "getRetention", method: "GET", path: "/account/v1/retention"}

var opUpdateRetention = &operation{id: "updateRetention", method: "PATCH", path: "/account/v1/retention", idempotent: true}

var opListWebhooks = &operation{id: "listWebhooks", method: "GET", path: "/account/v1/webhooks"}

var opCreateWebhook = &operation{id: "createWebhook", method: "POST", path: "/account/v1/webhooks", idempotent: true}

var opGetWebhook = &operation{id: "getWebhook", method: "GET", path: "/account/v1/webhooks/{id}", ifNoneMatch: true}

var opUpdateWebhook = &operation{id: "updateWebhook", method: "PATCH", path: "/account/v1/webhooks/{id}", idempotent: true, ifMatch: true}

var opDeleteWebhook = &operation{id: "deleteWebhook", method: "DELETE", path: "/account/v1/webhooks/{id}", idempotent: true, ifMatch: true}

var opPauseWebhook = &operation{id: "pauseWebhook", method: "POST", path: "/account/v1/webhooks/{id}/pause", idempotent: true, ifMatch: true}

var opResumeWebhook = &operation{id: "resumeWebhook", method: "POST", path: "/account/v1/webhooks/{id}/resume", idempotent: true, ifMatch: true}

var opRevealWebhookSecret = &operation{id: "revealWebhookSecret", method: "POST", path: "/account/v1/webhooks/{id}/secret/reveal", idempotent: true}

var opRotateWebhookSecret = &operation{id: "rotateWebhookSecret", method: "POST", path: "/account/v1/webhooks/{id}/secret/rotate", idempotent: true, ifMatch: true}

var opTestFilter = &operation{id: "testFilter", method: "POST", path: "/account/v1/webhooks/filter-test", idempotent: true}

var opListWebhookChanges = &operation{id: "listWebhookChanges", method: "GET", path: "/account/v1/webhooks/changes"}

var opGetWebhookStats = &operation{id: "getWebhookStats", method: "GET", path: "/account/v1/webhooks/{id}/stats"}

var opTestWebhook = &operation{id: "testWebhook", method: "POST", path: "/account/v1/webhooks/{id}/test", idempotent: true}

var opListDeliveries = &operation{id: "listDeliveries", method: "GET", path: "/account/v1/webhooks/{id}/deliveries"}

var opCreateReplay = &operation{id: "createReplay", method: "POST", path: "/account/v1/webhooks/{id}/resend", idempotent: true}

var opListReplays = &operation{id: "listReplays", method: "GET", path: "/account/v1/webhooks/{id}/replays"}

var opGetReplay = &operation{id: "getReplay", method: "GET", path: "/account/v1/webhooks/{id}/replays/{replay_id}"}

var opCancelReplay = &operation{id: "cancelReplay", method: "POST", path: "/account/v1/webhooks/{id}/replays/{replay_id}/cancel", idempotent: true}

var opListEventTypes = &operation{id: "listEventTypes", method: "GET", path: "/account/v1/event-types"}

var opGetDelivery = &operation{id: "getDelivery", method: "GET", path: "/account/v1/deliveries/{id}"}

var opResendDelivery = &operation{id: "resendDelivery", method: "POST", path: "/account/v1/deliveries/{id}/resend", idempotent: true}
