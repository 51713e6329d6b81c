// Code generated from the OpenAPI documents by npm run generate. DO NOT EDIT.

package fulfilment

import (
	"context"
	"encoding/json"
)

// EventType is the type of an event: one of the constants below; later versions may add some.
type EventType string

// Types of events.
const (
	EventInventoryUpdated    EventType = "inventory.updated"
	EventInventoryLowStock   EventType = "inventory.low_stock"
	EventInventoryOutOfStock EventType = "inventory.out_of_stock"
	EventSKUUpdated          EventType = "sku.updated"
	EventLocationCreated     EventType = "location.created"
	EventLocationUpdated     EventType = "location.updated"
	EventLocationArchived    EventType = "location.archived"
	EventReservationExpired  EventType = "reservation.expired"
	EventReservationReleased EventType = "reservation.released"
	EventOrderCreated        EventType = "order.created"
	EventOrderUpdated        EventType = "order.updated"
	EventOrderPacked         EventType = "order.packed"
	EventOrderShipped        EventType = "order.shipped"
	EventOrderCancelled      EventType = "order.cancelled"
	EventFulfilmentCreated   EventType = "fulfilment.created"
	EventFulfilmentUpdated   EventType = "fulfilment.updated"
	EventFulfilmentPacked    EventType = "fulfilment.packed"
	EventFulfilmentUnpacked  EventType = "fulfilment.unpacked"
	EventFulfilmentShipped   EventType = "fulfilment.shipped"
	EventFulfilmentCancelled EventType = "fulfilment.cancelled"
	EventReturnCreated       EventType = "return.created"
	EventReturnUpdated       EventType = "return.updated"
	EventReturnReceived      EventType = "return.received"
	EventReturnClosed        EventType = "return.closed"
	EventReturnCancelled     EventType = "return.cancelled"
	EventScanCompleted       EventType = "scan.completed"
	EventScanApplied         EventType = "scan.applied"
	EventScanRefused         EventType = "scan.refused"
	EventEndpointDisabled    EventType = "endpoint.disabled"
	EventWebhookTest         EventType = "webhook.test"
)

// Event is an event of the feed or of a delivery, of any type: look at Type, or switch over As().
type Event struct {
	// OtherEvent has the members that all events have; Extra has the others.
	OtherEvent
	raw json.RawMessage
}

// UnmarshalJSON keeps the event as it came.
func (e *Event) UnmarshalJSON(data []byte) error {
	e.raw = append(json.RawMessage(nil), data...)
	return e.OtherEvent.UnmarshalJSON(data)
}

// MarshalJSON writes the event as it came.
func (e Event) MarshalJSON() ([]byte, error) {
	if e.raw == nil {
		return e.OtherEvent.MarshalJSON()
	}
	return e.raw, nil
}

// As returns the event as the struct of its type, such as *InventoryUpdated; types of later versions come as *OtherEvent.
func (e Event) As() any {
	var value any
	switch e.Type {
	case EventInventoryUpdated:
		value = new(InventoryUpdated)
	case EventInventoryLowStock:
		value = new(InventoryLowStock)
	case EventInventoryOutOfStock:
		value = new(InventoryOutOfStock)
	case EventSKUUpdated:
		value = new(SKUUpdated)
	case EventLocationCreated:
		value = new(LocationCreated)
	case EventLocationUpdated:
		value = new(LocationUpdated)
	case EventLocationArchived:
		value = new(LocationArchived)
	case EventReservationExpired:
		value = new(ReservationExpired)
	case EventReservationReleased:
		value = new(ReservationReleased)
	case EventOrderCreated:
		value = new(OrderCreated)
	case EventOrderUpdated:
		value = new(OrderUpdated)
	case EventOrderPacked:
		value = new(OrderPacked)
	case EventOrderShipped:
		value = new(OrderShipped)
	case EventOrderCancelled:
		value = new(OrderCancelled)
	case EventFulfilmentCreated:
		value = new(FulfilmentCreated)
	case EventFulfilmentUpdated:
		value = new(FulfilmentUpdated)
	case EventFulfilmentPacked:
		value = new(FulfilmentPacked)
	case EventFulfilmentUnpacked:
		value = new(FulfilmentUnpacked)
	case EventFulfilmentShipped:
		value = new(FulfilmentShipped)
	case EventFulfilmentCancelled:
		value = new(FulfilmentCancelled)
	case EventReturnCreated:
		value = new(ReturnCreated)
	case EventReturnUpdated:
		value = new(ReturnUpdated)
	case EventReturnReceived:
		value = new(ReturnReceived)
	case EventReturnClosed:
		value = new(ReturnClosed)
	case EventReturnCancelled:
		value = new(ReturnCancelled)
	case EventScanCompleted:
		value = new(ScanCompleted)
	case EventScanApplied:
		value = new(ScanApplied)
	case EventScanRefused:
		value = new(ScanRefused)
	case EventEndpointDisabled:
		value = new(EndpointDisabled)
	case EventWebhookTest:
		value = new(WebhookTest)
	default:
		return &e.OtherEvent
	}
	if json.Unmarshal(e.raw, value) != nil {
		return &e.OtherEvent
	}
	return value
}

// OnInventoryUpdated adds a handler of inventory.updated.
func (r *WebhookReceiver) OnInventoryUpdated(handle func(ctx context.Context, event *InventoryUpdated, delivery *WebhookDelivery) error) {
	onTyped(r, EventInventoryUpdated, handle)
}

// OnInventoryLowStock adds a handler of inventory.low_stock.
func (r *WebhookReceiver) OnInventoryLowStock(handle func(ctx context.Context, event *InventoryLowStock, delivery *WebhookDelivery) error) {
	onTyped(r, EventInventoryLowStock, handle)
}

// OnInventoryOutOfStock adds a handler of inventory.out_of_stock.
func (r *WebhookReceiver) OnInventoryOutOfStock(handle func(ctx context.Context, event *InventoryOutOfStock, delivery *WebhookDelivery) error) {
	onTyped(r, EventInventoryOutOfStock, handle)
}

// OnSKUUpdated adds a handler of sku.updated.
func (r *WebhookReceiver) OnSKUUpdated(handle func(ctx context.Context, event *SKUUpdated, delivery *WebhookDelivery) error) {
	onTyped(r, EventSKUUpdated, handle)
}

// OnLocationCreated adds a handler of location.created.
func (r *WebhookReceiver) OnLocationCreated(handle func(ctx context.Context, event *LocationCreated, delivery *WebhookDelivery) error) {
	onTyped(r, EventLocationCreated, handle)
}

// OnLocationUpdated adds a handler of location.updated.
func (r *WebhookReceiver) OnLocationUpdated(handle func(ctx context.Context, event *LocationUpdated, delivery *WebhookDelivery) error) {
	onTyped(r, EventLocationUpdated, handle)
}

// OnLocationArchived adds a handler of location.archived.
func (r *WebhookReceiver) OnLocationArchived(handle func(ctx context.Context, event *LocationArchived, delivery *WebhookDelivery) error) {
	onTyped(r, EventLocationArchived, handle)
}

// OnReservationExpired adds a handler of reservation.expired.
func (r *WebhookReceiver) OnReservationExpired(handle func(ctx context.Context, event *ReservationExpired, delivery *WebhookDelivery) error) {
	onTyped(r, EventReservationExpired, handle)
}

// OnReservationReleased adds a handler of reservation.released.
func (r *WebhookReceiver) OnReservationReleased(handle func(ctx context.Context, event *ReservationReleased, delivery *WebhookDelivery) error) {
	onTyped(r, EventReservationReleased, handle)
}

// OnOrderCreated adds a handler of order.created.
func (r *WebhookReceiver) OnOrderCreated(handle func(ctx context.Context, event *OrderCreated, delivery *WebhookDelivery) error) {
	onTyped(r, EventOrderCreated, handle)
}

// OnOrderUpdated adds a handler of order.updated.
func (r *WebhookReceiver) OnOrderUpdated(handle func(ctx context.Context, event *OrderUpdated, delivery *WebhookDelivery) error) {
	onTyped(r, EventOrderUpdated, handle)
}

// OnOrderPacked adds a handler of order.packed.
func (r *WebhookReceiver) OnOrderPacked(handle func(ctx context.Context, event *OrderPacked, delivery *WebhookDelivery) error) {
	onTyped(r, EventOrderPacked, handle)
}

// OnOrderShipped adds a handler of order.shipped.
func (r *WebhookReceiver) OnOrderShipped(handle func(ctx context.Context, event *OrderShipped, delivery *WebhookDelivery) error) {
	onTyped(r, EventOrderShipped, handle)
}

// OnOrderCancelled adds a handler of order.cancelled.
func (r *WebhookReceiver) OnOrderCancelled(handle func(ctx context.Context, event *OrderCancelled, delivery *WebhookDelivery) error) {
	onTyped(r, EventOrderCancelled, handle)
}

// OnFulfilmentCreated adds a handler of fulfilment.created.
func (r *WebhookReceiver) OnFulfilmentCreated(handle func(ctx context.Context, event *FulfilmentCreated, delivery *WebhookDelivery) error) {
	onTyped(r, EventFulfilmentCreated, handle)
}

// OnFulfilmentUpdated adds a handler of fulfilment.updated.
func (r *WebhookReceiver) OnFulfilmentUpdated(handle func(ctx context.Context, event *FulfilmentUpdated, delivery *WebhookDelivery) error) {
	onTyped(r, EventFulfilmentUpdated, handle)
}

// OnFulfilmentPacked adds a handler of fulfilment.packed.
func (r *WebhookReceiver) OnFulfilmentPacked(handle func(ctx context.Context, event *FulfilmentPacked, delivery *WebhookDelivery) error) {
	onTyped(r, EventFulfilmentPacked, handle)
}

// OnFulfilmentUnpacked adds a handler of fulfilment.unpacked.
func (r *WebhookReceiver) OnFulfilmentUnpacked(handle func(ctx context.Context, event *FulfilmentUnpacked, delivery *WebhookDelivery) error) {
	onTyped(r, EventFulfilmentUnpacked, handle)
}

// OnFulfilmentShipped adds a handler of fulfilment.shipped.
func (r *WebhookReceiver) OnFulfilmentShipped(handle func(ctx context.Context, event *FulfilmentShipped, delivery *WebhookDelivery) error) {
	onTyped(r, EventFulfilmentShipped, handle)
}

// OnFulfilmentCancelled adds a handler of fulfilment.cancelled.
func (r *WebhookReceiver) OnFulfilmentCancelled(handle func(ctx context.Context, event *FulfilmentCancelled, delivery *WebhookDelivery) error) {
	onTyped(r, EventFulfilmentCancelled, handle)
}

// OnReturnCreated adds a handler of return.created.
func (r *WebhookReceiver) OnReturnCreated(handle func(ctx context.Context, event *ReturnCreated, delivery *WebhookDelivery) error) {
	onTyped(r, EventReturnCreated, handle)
}

// OnReturnUpdated adds a handler of return.updated.
func (r *WebhookReceiver) OnReturnUpdated(handle func(ctx context.Context, event *ReturnUpdated, delivery *WebhookDelivery) error) {
	onTyped(r, EventReturnUpdated, handle)
}

// OnReturnReceived adds a handler of return.received.
func (r *WebhookReceiver) OnReturnReceived(handle func(ctx context.Context, event *ReturnReceived, delivery *WebhookDelivery) error) {
	onTyped(r, EventReturnReceived, handle)
}

// OnReturnClosed adds a handler of return.closed.
func (r *WebhookReceiver) OnReturnClosed(handle func(ctx context.Context, event *ReturnClosed, delivery *WebhookDelivery) error) {
	onTyped(r, EventReturnClosed, handle)
}

// OnReturnCancelled adds a handler of return.cancelled.
func (r *WebhookReceiver) OnReturnCancelled(handle func(ctx context.Context, event *ReturnCancelled, delivery *WebhookDelivery) error) {
	onTyped(r, EventReturnCancelled, handle)
}

// OnScanCompleted adds a handler of scan.completed.
func (r *WebhookReceiver) OnScanCompleted(handle func(ctx context.Context, event *ScanCompleted, delivery *WebhookDelivery) error) {
	onTyped(r, EventScanCompleted, handle)
}

// OnScanApplied adds a handler of scan.applied.
func (r *WebhookReceiver) OnScanApplied(handle func(ctx context.Context, event *ScanApplied, delivery *WebhookDelivery) error) {
	onTyped(r, EventScanApplied, handle)
}

// OnScanRefused adds a handler of scan.refused.
func (r *WebhookReceiver) OnScanRefused(handle func(ctx context.Context, event *ScanRefused, delivery *WebhookDelivery) error) {
	onTyped(r, EventScanRefused, handle)
}

// OnEndpointDisabled adds a handler of endpoint.disabled.
func (r *WebhookReceiver) OnEndpointDisabled(handle func(ctx context.Context, event *EndpointDisabled, delivery *WebhookDelivery) error) {
	onTyped(r, EventEndpointDisabled, handle)
}

// OnWebhookTest adds a handler of webhook.test.
func (r *WebhookReceiver) OnWebhookTest(handle func(ctx context.Context, event *WebhookTest, delivery *WebhookDelivery) error) {
	onTyped(r, EventWebhookTest, handle)
}
