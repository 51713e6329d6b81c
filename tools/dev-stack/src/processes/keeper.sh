# Runs "$@" with its output appended to $KEEPER_LOG, prints its pid, and ends with its exit code.
# Standard input is a pipe held by the owner: when it closes, which it does however the owner ends, the child is
# stopped too (SIGTERM, then SIGKILL after $KEEPER_GRACE seconds).
# Logs and data are their owner's alone.
umask 077
exec 3<&0 </dev/null

"$@" >>"$KEEPER_LOG" 2>&1 3<&- &
child=$!
echo "$child"
exec >/dev/null 2>&1

{
  read -r _ <&3
  kill -TERM "$child"
  waited=0
  while kill -0 "$child" && [ "$waited" -lt "$KEEPER_GRACE" ]; do
    sleep 1
    waited=$((waited + 1))
  done
  kill -KILL "$child"
} &
watcher=$!
exec 3<&-

wait "$child"
code=$?
kill -KILL "$watcher"
exit "$code"
