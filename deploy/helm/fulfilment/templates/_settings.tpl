{{- /* The environment of a service. (dict "root" $ "name" "orders") Names are those of apps/‹service›/src/config.ts, which a test compares. */ -}}
{{- define "fulfilment.variables" -}}
{{- $root := .root -}}
{{- $values := .root.Values -}}
{{- $own := index $values .name -}}
{{- $secret := $own.existingSecret | default $values.existingSecret -}}
{{- $folder := include "fulfilment.secretFolder" $root -}}
- name: HOST
  value: {{ $values.listenAddress | quote }}
- name: PORT
  value: '{{ include "fulfilment.apiPort" $root }}'
- name: INTERNAL_HOST
  value: {{ $values.listenAddress | quote }}
- name: INTERNAL_PORT
  value: '{{ include "fulfilment.internalPort" $root }}'
- name: PUBLIC_URL
  value: {{ $values.publicUrl | quote }}
- name: LOG_LEVEL
  value: {{ $values.logLevel }}
- name: START_WAIT_SECONDS
  value: {{ min 3600 (sub (int64 $values.probes.startSeconds) 10) | quote }}
- name: DRAIN_NOTICE_MS
  value: {{ int64 $own.drainNoticeMs | quote }}
- name: MONGODB_DATABASE
  value: {{ with $values.mongodb.namespace }}{{ . }}_{{ end }}{{ .name }}
- name: REDIS_PREFIX
  value: {{ $values.redis.prefix | quote }}
{{- if $values.redis.tls.caSecret }}
- name: REDIS_TLS_CA
  value: /etc/fulfilment/redis/ca.crt
{{- end }}
{{- range list "MONGODB_URL" "REDIS_URL" "JWT_PUBLIC_KEYS" "CURSOR_SECRET" }}
{{ include "fulfilment.secretVariable" (dict "secret" $secret "key" . "folder" $folder) }}
{{- end }}
{{- if eq .name "gateway" }}
{{- range list "JWT_PRIVATE_KEY" "KEY_PEPPER" }}
{{ include "fulfilment.secretVariable" (dict "secret" $secret "key" . "folder" $folder) }}
{{- end }}
{{ include "fulfilment.secretVariable" (dict "secret" $secret "key" "KEY_PEPPERS_OLD" "optional" true) }}
{{- if hasKey $own.settings "OIDC_ISSUER" }}
{{ include "fulfilment.secretVariable" (dict "secret" $secret "key" "OIDC_CLIENT_SECRET" "folder" $folder) }}
{{- end }}
{{- range list "UPSTREAM_INVENTORY" "UPSTREAM_ORDERS" "UPSTREAM_SCANS" "UPSTREAM_WEBHOOKS" }}
- name: {{ . }}
  value: http://{{ include "fulfilment.fullname" $root }}-{{ trimPrefix "UPSTREAM_" . | lower }}:{{ include "fulfilment.apiPort" $root }}
{{- end }}
- name: UPSTREAM_MAX_IN_FLIGHT
  value: {{ include "fulfilment.maxInFlight" $root | quote }}
- name: RATE_LIMIT_GATEWAYS
  value: {{ include "fulfilment.leastProcesses" $own | quote }}
{{- with $own.trustedProxies }}
- name: TRUSTED_PROXIES
  value: {{ join "," . | quote }}
{{- end }}
{{- else }}
- name: INSTANCE_NAME
  valueFrom:
    fieldRef:
      fieldPath: metadata.name
{{ include "fulfilment.kafkaVariables" (dict "root" $root "secret" $secret "folder" $folder "clientSecret" ($own.kafkaClientSecret | default $values.kafka.tls.clientSecret)) }}
{{- end }}
{{- if eq .name "webhooks" }}
{{ include "fulfilment.secretVariable" (dict "secret" $secret "key" "WEBHOOK_SECRET_KEY" "folder" $folder) }}
{{ include "fulfilment.secretVariable" (dict "secret" $secret "key" "WEBHOOK_SECRET_KEYS_OLD" "optional" true) }}
- name: WEBHOOK_ALLOW_HTTP
  value: {{ $own.allowHttp | quote }}
{{- with $own.allowedCidrs }}
- name: WEBHOOK_ALLOWED_CIDRS
  value: {{ join "," . | quote }}
{{- end }}
{{- end }}
{{- range $name, $value := $own.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}

{{- /* The folder of files with secrets, in place of variables; empty where they are variables. */ -}}
{{- define "fulfilment.secretFolder" -}}
{{- with .Values.secretFiles -}}
{{- if .enabled -}}{{ .folder | default "/etc/fulfilment/secrets" }}{{- end -}}
{{- end -}}
{{- end }}

{{- define "fulfilment.leastProcesses" -}}
{{- if .autoscaling.enabled -}}{{ int64 .autoscaling.minReplicas }}{{- else -}}{{ int64 .replicas }}{{- end -}}
{{- end }}

{{- /* UPSTREAM_MAX_IN_FLIGHT is of one address, behind which there are at least so many processes. */ -}}
{{- define "fulfilment.maxInFlight" -}}
{{- $root := . -}}
{{- $least := 128 -}}
{{- range splitList " " (include "fulfilment.consumers" $root) -}}
{{- $least = min $least (int64 (include "fulfilment.leastProcesses" (index $root.Values .))) -}}
{{- end -}}
{{- min 65536 (mul (int64 $root.Values.gateway.maxInFlightPerProcess) (max 1 $least)) -}}
{{- end }}
