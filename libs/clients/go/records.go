package fulfilment

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"sync"
)

// Opt is a member of a request that may be left out: its zero value leaves it out, Set gives it a value, Null clears it.
type Opt[T any] struct {
	value T
	state optState
}

type optState uint8

const (
	optAbsent optState = iota
	optNull
	optSet
)

// Set is a member with a value; for whole numbers see Int.
func Set[T any](value T) Opt[T] { return Opt[T]{value, optSet} }

// Null is a member that is sent as null: it clears the field of a record.
func Null[T any]() Opt[T] { return Opt[T]{state: optNull} }

// String is Set for a text.
func String(value string) Opt[string] { return Set(value) }

// Int is Set for a whole number.
func Int(value int64) Opt[int64] { return Set(value) }

// Bool is Set for a truth.
func Bool(value bool) Opt[bool] { return Set(value) }

// Get returns the value, and whether there is one.
func (o Opt[T]) Get() (T, bool) { return o.value, o.state == optSet }

// MarshalJSON writes the value, or null.
func (o Opt[T]) MarshalJSON() ([]byte, error) {
	if o.state != optSet {
		return []byte("null"), nil
	}
	return json.Marshal(o.value)
}

// UnmarshalJSON reads a value, or null.
func (o *Opt[T]) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		*o = Null[T]()
		return nil
	}
	o.state = optSet
	return json.Unmarshal(data, &o.value)
}

func (o Opt[T]) isAbsent() bool { return o.state == optAbsent }

// ValueOr returns the value of a member that may be null or missing, or another.
func ValueOr[T any](member *T, or T) T {
	if member == nil {
		return or
	}
	return *member
}

// decodeRecord reads a record, and keeps the members that its struct does not have.
func decodeRecord(data []byte, record any, extra *map[string]json.RawMessage) error {
	if err := json.Unmarshal(data, record); err != nil {
		return err
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(data, &members); err != nil {
		return err
	}
	for name := range namesOf(reflect.TypeOf(record).Elem()) {
		delete(members, name)
	}
	if len(members) > 0 {
		*extra = members
	}
	return nil
}

// encodeRecord writes a record with the members that its struct does not have.
func encodeRecord(record any, extra map[string]json.RawMessage) ([]byte, error) {
	known, err := json.Marshal(record)
	if err != nil || len(extra) == 0 {
		return known, err
	}
	more, err := json.Marshal(extra)
	if err != nil {
		return nil, err
	}
	if string(known) == "{}" {
		return more, nil
	}
	return append(append(known[:len(known)-1], ','), more[1:]...), nil
}

var memberNames sync.Map

func namesOf(record reflect.Type) map[string]bool {
	if names, ok := memberNames.Load(record); ok {
		return names.(map[string]bool)
	}
	names := map[string]bool{}
	for i := range record.NumField() {
		names[memberName(record.Field(i))] = true
	}
	memberNames.Store(record, names)
	return names
}

func memberName(field reflect.StructField) string {
	name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
	return name
}

// encodeBody writes the members of a body that were set, and its constants, which are given as names and values.
func encodeBody(body any, constants ...any) ([]byte, error) {
	var text bytes.Buffer
	write := func(name string, value any) error {
		data, err := json.Marshal(value)
		if err != nil {
			return err
		}
		if text.Len() > 0 {
			text.WriteByte(',')
		}
		text.WriteString(`"` + name + `":`)
		text.Write(data)
		return nil
	}
	for i := 0; i < len(constants); i += 2 {
		if err := write(constants[i].(string), constants[i+1]); err != nil {
			return nil, err
		}
	}
	value := reflect.ValueOf(body)
	for i := range value.NumField() {
		member := value.Field(i)
		if optional, ok := member.Interface().(interface{ isAbsent() bool }); ok && optional.isAbsent() {
			continue
		}
		sent := member.Interface()
		if member.Kind() == reflect.Slice && member.IsNil() {
			sent = []any{}
		}
		if err := write(memberName(value.Type().Field(i)), sent); err != nil {
			return nil, err
		}
	}
	return append(append([]byte{'{'}, text.Bytes()...), '}'), nil
}
