#!/usr/bin/env bash
# Orders that leave in parts, case by case, by curl alone: each asks for stock and orders of its own, prints what it read beside what is
# right, and the whole ends with status 1 if a value differs. KEY is an API key of a sandbox that may do everything, as `npm start` prints it:
#
#   API=http://localhost:8080/v1 KEY=... bash docs/examples/fulfilment-cases.sh
set -euo pipefail
: "${API:?names the API, such as http://localhost:8080/v1}" "${KEY:?is an API key}"

# Of this run: its SKUs are new ones, and each of its writes has an idempotency key.
RUN=$(date +%s)-$$
REQUESTS=0
WRONG=0

# send METHOD PATH [BODY]: the answer is in STATUS and BODY. A request that waits (202), or may succeed later, is sent again under its key.
send() {
  local answer tries key=()
  [[ $1 == GET ]] || { REQUESTS=$((REQUESTS + 1)); key=(-H "Idempotency-Key: $RUN-$REQUESTS"); }
  for tries in {1..120}; do
    answer=$(curl -sS -X "$1" "$API$2" -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \
      ${key[@]+"${key[@]}"} ${3:+-d "$3"} -w '\n%{http_code}')
    STATUS=${answer##*$'\n'}
    BODY=${answer%$'\n'*}
    [[ $STATUS == 202 || $STATUS == 429 || $STATUS == 503 ]] || return 0
    sleep 0.25
  done
  echo "$1 $2 has no answer but $STATUS: $BODY" >&2
  exit 1
}

# must STATUS METHOD PATH [BODY]: the same, where the answer is not that one the script ends.
must() {
  local wanted=$1
  shift
  send "$@"
  [[ $STATUS == "$wanted" ]] || { echo "$1 $2 was answered with $STATUS in place of $wanted: $BODY" >&2; exit 1; }
}

# First values of members in BODY: number NAME [NTH], text NAME.
number() { grep -o "\"$1\":[0-9]*" <<<"$BODY" | sed -n "${2:-1}s/.*://p"; }
text() { grep -o "\"$1\":\"[^\"]*\"" <<<"$BODY" | sed -n '1s/.*:"\(.*\)"/\1/p'; }

begin() { printf '\n%s\n' "$1"; }
# is WHAT WANTED FOUND
is() {
  if [[ $2 == "$3" ]]; then
    echo "  right: $1: $3"
  else
    echo "  WRONG: $1: $3, in place of $2"
    WRONG=$((WRONG + 1))
  fi
}
# becomes WHAT WANTED FUNCTION [ARGUMENT]...: the same of what a function prints, once it is right.
becomes() {
  local what=$1 wanted=$2 tries
  shift 2
  for tries in {1..120}; do
    [[ $("$@") == "$wanted" ]] && break
    sleep 0.25
  done
  is "$what" "$wanted" "$("$@")"
}

# sku NAME UNITS: its code is in the variable of that name.
sku() {
  printf -v "$1" '%s' "$1-$RUN-$REQUESTS"
  must 201 POST /inventory '{"sku":"'"${!1}"'","name":"'"$1"'","on_hand":'"$2"'}'
}
# order SKU UNITS [SKU UNITS]: ORDER and LINE_IDS.
order() {
  local lines='{"sku":"'$1'","quantity":'$2'}'
  [[ $# -lt 4 ]] || lines+=',{"sku":"'$3'","quantity":'$4'}'
  must 201 POST /orders '{"lines":['"$lines"']}'
  ORDER=$(text id)
  SINCE=$(text created_at)
  LINE_IDS=($(grep -o 'lin_[0-9A-Z]*' <<<"$BODY"))
}
# plan STATUS UNITS [UNITS]: units of the lines of ORDER in a new fulfilment, PART.
plan() {
  local lines='{"line_id":"'${LINE_IDS[0]}'","quantity":'$2'}'
  [[ $# -lt 3 ]] || lines+=',{"line_id":"'${LINE_IDS[1]}'","quantity":'$3'}'
  must "$1" POST "/orders/$ORDER/fulfilments" '{"lines":['"$lines"']}'
  PART=$(text id)
}
step() { must 200 POST "/fulfilments/$PART/$1" '{}'; }
leave() {
  plan 201 "$@"
  step pack
  step ship
}
close() { must 200 POST "/orders/$ORDER/close" '{}'; }

stock() {
  must 200 GET "/inventory/$1"
  echo "on_hand $(number on_hand), allocated $(number allocated), available $(number available)"
}
# line [NTH]: quantities of a line of ORDER.
line() {
  must 200 GET "/orders/$ORDER"
  echo "allocated $(number allocated "${1:-1}"), packed $(number packed "${1:-1}"), backordered $(number backordered "${1:-1}")," \
    "shipped $(number shipped "${1:-1}"), cancelled $(number cancelled "${1:-1}")"
}
progress() {
  must 200 GET "/orders/$ORDER"
  echo "$(text status), fulfilment $(text fulfilment)"
}
# told TYPE: events of that type about ORDER, of those that were stored since it was created.
told() {
  must 200 GET "/events?types=$1&limit=200&created_after=$SINCE"
  grep -o "\"data\":{\"id\":\"$ORDER\"" <<<"$BODY" | wc -l | tr -d ' '
}

begin 'F1: of 10 + 10 units 7 and 6 leave, and closing the order frees 3 and 4'
sku MUG 100
sku CUP 100
order "$MUG" 10 "$CUP" 10
leave 7 6
close
is 'first line' 'allocated 0, packed 0, backordered 0, shipped 7, cancelled 3' "$(line 1)"
is 'second line' 'allocated 0, packed 0, backordered 0, shipped 6, cancelled 4' "$(line 2)"
is 'stock of the first' 'on_hand 93, allocated 0, available 93' "$(stock "$MUG")"
is 'stock of the second' 'on_hand 94, allocated 0, available 94' "$(stock "$CUP")"

begin 'F2: a shipped order cannot be cancelled, and frees nothing a second time'
sku MUG 100
order "$MUG" 5
leave 5
send POST "/orders/$ORDER/cancel" '{}'
is 'answer' '409 invalid_transition' "$STATUS $(text code)"
is 'stock' 'on_hand 95, allocated 0, available 95' "$(stock "$MUG")"

begin 'F4: what is shipped is not available'
sku MUG 100
order "$MUG" 5
leave 5
is 'stock' 'on_hand 95, allocated 0, available 95' "$(stock "$MUG")"

begin 'F5: of 75 ordered units 61 are there and 50 leave; 14 that arrive are held for the rest'
sku MUG 61
order "$MUG" 75
leave 50
is 'line before they arrive' 'allocated 11, packed 0, backordered 14, shipped 50, cancelled 0' "$(line)"
must 201 POST "/inventory/$MUG/adjustments" '{"delta":14,"reason":"receipt"}'
becomes 'line after it' 'allocated 25, packed 0, backordered 0, shipped 50, cancelled 0' line
plan 201 25
is 'units of the second part' 25 "$(number quantity)"
is 'stock' 'on_hand 25, allocated 25, available 0' "$(stock "$MUG")"

begin 'F6: a part takes its own units alone'
sku MUG 10
order "$MUG" 5
leave 2
is 'stock' 'on_hand 8, allocated 3, available 5' "$(stock "$MUG")"
is 'order' 'created, fulfilment partial' "$(progress)"

begin 'F7: an unpacked part stays held, and can be packed again'
sku MUG 10
order "$MUG" 3
plan 201 3
step pack
is 'line once packed' 'allocated 3, packed 3, backordered 0, shipped 0, cancelled 0' "$(line)"
step unpack
is 'line once unpacked' 'allocated 3, packed 0, backordered 0, shipped 0, cancelled 0' "$(line)"
is 'stock' 'on_hand 10, allocated 3, available 7' "$(stock "$MUG")"
step pack
is 'part' packed "$(text status)"

begin 'F8: a cancelled order holds nothing, in no part either'
sku MUG 10
order "$MUG" 3
plan 201 2
must 200 POST "/orders/$ORDER/cancel" '{}'
is 'stock' 'on_hand 10, allocated 0, available 10' "$(stock "$MUG")"
must 200 GET "/fulfilments/$PART"
is 'part' cancelled "$(text status)"

begin 'F10: four orders that hold all there is leave one after another'
sku MUG 4
FOUR=()
for _ in 1 2 3 4; do
  order "$MUG" 1
  FOUR+=("$ORDER ${LINE_IDS[0]}")
done
is 'stock before' 'on_hand 4, allocated 4, available 0' "$(stock "$MUG")"
for each in "${FOUR[@]}"; do
  read -r ORDER LINE_IDS <<<"$each"
  leave 1
  is 'ship' 200 "$STATUS"
done
is 'stock after' 'on_hand 0, allocated 0, available 0' "$(stock "$MUG")"

begin 'F11: a shipped order holds nothing'
sku MUG 1
order "$MUG" 1
leave 1
is 'line' 'allocated 0, packed 0, backordered 0, shipped 1, cancelled 0' "$(line)"
is 'stock' 'on_hand 0, allocated 0, available 0' "$(stock "$MUG")"

begin 'F13: of 2 held and 3 backordered units just the one that is named is planned'
sku MUG 2
order "$MUG" 5
plan 201 1
is 'units of the part' 1 "$(number quantity)"
is 'line' 'allocated 2, packed 0, backordered 3, shipped 0, cancelled 0' "$(line)"
send POST "/orders/$ORDER/fulfilments" '{"lines":[{"line_id":"'"${LINE_IDS[0]}"'","quantity":2}]}'
is 'answer to two more' '409 insufficient_stock' "$STATUS $(text code)"

begin 'F15: an order that holds all there is ships 7 of 10'
sku MUG 10
order "$MUG" 10
leave 7
is 'line' 'allocated 3, packed 0, backordered 0, shipped 7, cancelled 0' "$(line)"
is 'stock' 'on_hand 3, allocated 3, available 0' "$(stock "$MUG")"

begin 'F16: closing that order frees the other 3'
close
is 'stock' 'on_hand 3, allocated 0, available 3' "$(stock "$MUG")"

begin 'F17: closing an order of 5 of which 2 have left raises what is available by 3, and ships it once'
sku MUG 20
order "$MUG" 5
leave 2
is 'stock before' 'on_hand 18, allocated 3, available 15' "$(stock "$MUG")"
close
is 'stock after' 'on_hand 18, allocated 0, available 18' "$(stock "$MUG")"
is 'line' 'allocated 0, packed 0, backordered 0, shipped 2, cancelled 3' "$(line)"
is 'order' 'shipped, fulfilment complete' "$(progress)"
becomes 'events order.shipped' 1 told order.shipped

printf '\n%s\n' "$([[ $WRONG == 0 ]] && echo 'All values are right.' || echo "$WRONG values are wrong.")"
[[ $WRONG == 0 ]]
