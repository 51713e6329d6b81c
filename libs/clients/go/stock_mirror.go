package fulfilment

import (
	"encoding/json"
	"iter"
	"sync"
)

// StockMirror is a copy of the stock in memory, kept by events of webhooks or of the feed, in any order and any number of times:
//
//	var mirror fulfilment.StockMirror
//	for event, err := range client.Feed(ctx, places, fulfilment.FeedOptions{}) {
//		if err != nil { … }
//		mirror.Apply(event)
//	}
//
// An account that is older than the feed (30 days) is loaded first, and the feed read from before the load. The zero value is an
// empty mirror; goroutines may share one.
type StockMirror struct {
	mutex   sync.RWMutex
	records map[string]SKUSnapshot
	order   []string
}

// Get returns the record as the newest event told it, archived ones too, and whether any event has told of the SKU.
func (m *StockMirror) Get(sku string) (SKUSnapshot, bool) {
	m.mutex.RLock()
	defer m.mutex.RUnlock()
	record, ok := m.records[sku]
	return record, ok
}

// Load takes a record of a read, a list or an export. It returns false where the mirror has this version or a later one, with all its
// locations.
func (m *StockMirror) Load(record SKU) bool {
	var snapshot SKUSnapshot
	text, err := json.Marshal(record)
	if err != nil || json.Unmarshal(text, &snapshot) != nil {
		return false
	}
	return m.load(snapshot)
}

// Apply takes an event. It returns false for an event that changes nothing: an old one, or one that is not of a SKU.
func (m *StockMirror) Apply(event Event) bool {
	switch told := event.As().(type) {
	case *InventoryUpdated:
		return m.load(told.Data)
	case *SKUUpdated:
		return m.load(told.Data)
	default:
		return false
	}
}

// Agrees is true if the mirror has the same version and quantities of a record, and all its locations: false for each SKU to look into.
func (m *StockMirror) Agrees(record SKU) bool {
	held, ok := m.Get(record.SKU)
	return ok && !isTruncated(held) && held.Version == record.Version && held.OnHand == record.OnHand && held.Allocated == record.Allocated
}

// All gives the records as they are now, in the order in which the mirror first saw them.
func (m *StockMirror) All() iter.Seq[SKUSnapshot] {
	m.mutex.RLock()
	defer m.mutex.RUnlock()
	records := make([]SKUSnapshot, len(m.order))
	for i, sku := range m.order {
		records[i] = m.records[sku]
	}
	return func(yield func(SKUSnapshot) bool) {
		for _, record := range records {
			if !yield(record) {
				return
			}
		}
	}
}

func (m *StockMirror) load(record SKUSnapshot) bool {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	held, ok := m.records[record.SKU]
	if ok && !replaces(record, held) {
		return false
	}
	if !ok {
		m.order = append(m.order, record.SKU)
	}
	if m.records == nil {
		m.records = map[string]SKUSnapshot{}
	}
	m.records[record.SKU] = record
	return true
}

// replaces is true for a later version, and for one with all its locations of a version that the mirror has without some.
func replaces(record, held SKUSnapshot) bool {
	return record.Version > held.Version || (record.Version == held.Version && isTruncated(held) && !isTruncated(record))
}

func isTruncated(record SKUSnapshot) bool {
	return record.StockTruncated != nil && *record.StockTruncated
}
