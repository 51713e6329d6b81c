package fulfilment

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
)

// largestRequest is the bytes of the items of one request; the API takes 1 MiB.
const largestRequest = 1_000_000

// cut is one request of a batch; from is the index of its first item in the whole batch.
type cut struct {
	body []byte
	from int
}

// cutBatch cuts a body into requests that the API takes. An atomic batch that is too large for one is refused.
func cutBatch(body []byte, batch *batch) ([]cut, error) {
	var whole map[string]json.RawMessage
	var items []json.RawMessage
	if json.Unmarshal(body, &whole) != nil || json.Unmarshal(whole[batch.items], &items) != nil {
		return []cut{{body, 0}}, nil
	}
	parts := partsOf(items, batch.maximum)
	if len(parts) == 1 {
		return []cut{{body, 0}}, nil
	}
	if string(whole["mode"]) == `"atomic"` {
		return nil, configurationError("an atomic batch is one request: at most %d items and %d bytes.", batch.maximum, largestRequest)
	}
	cuts := make([]cut, 0, len(parts))
	from := 0
	for _, part := range parts {
		var err error
		if whole[batch.items], err = json.Marshal(part); err != nil {
			return nil, err
		}
		text, err := json.Marshal(whole)
		if err != nil {
			return nil, err
		}
		cuts = append(cuts, cut{text, from})
		from += len(part)
	}
	return cuts, nil
}

func partsOf(items []json.RawMessage, maximum int) [][]json.RawMessage {
	var parts [][]json.RawMessage
	start, bytes := 0, 0
	for place, item := range items {
		size := len(item) + 1
		if place > start && (place-start >= maximum || bytes+size > largestRequest) {
			parts = append(parts, items[start:place])
			start, bytes = place, 0
		}
		bytes += size
	}
	return append(parts, items[start:])
}

// longestKey is the length of the longest idempotency key that the API takes.
const longestKey = 255

// keyOfCut is the key of one request of a batch, the same at each repeat of the call: the key of the batch with the place from 1, and in
// its stead its SHA-256 where both are longer than the API takes.
func keyOfCut(key string, place int) string {
	if plain := fmt.Sprintf("%s.%d", key, place); len(plain) <= longestKey {
		return plain
	}
	return fmt.Sprintf("%x.%d", sha256.Sum256([]byte(key)), place)
}

// resultsFrom has the results of one answer with the indexes of the whole batch.
func resultsFrom(answer []byte, member string, from int) ([]json.RawMessage, error) {
	var members map[string]json.RawMessage
	var results []map[string]json.RawMessage
	if err := json.Unmarshal(answer, &members); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(members[member], &results); err != nil {
		return nil, err
	}
	texts := make([]json.RawMessage, 0, len(results))
	for _, result := range results {
		var index int
		if err := json.Unmarshal(result["index"], &index); err != nil {
			return nil, err
		}
		result["index"], _ = json.Marshal(index + from)
		text, err := json.Marshal(result)
		if err != nil {
			return nil, err
		}
		texts = append(texts, text)
	}
	return texts, nil
}
