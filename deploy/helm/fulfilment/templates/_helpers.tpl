{{- define "fulfilment.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride -}}
{{- else if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end }}

{{- /* Names and ports are those of libs/contracts: PROCESSES, CONSUMER_GROUPS, PUBLISHERS and CONTAINER_PORTS. npm run generate. */ -}}
{{- define "fulfilment.services" -}}
gateway inventory orders scans webhooks
{{- end }}

{{- define "fulfilment.consumers" -}}
inventory orders scans webhooks
{{- end }}

{{- define "fulfilment.publishers" -}}
inventory orders scans
{{- end }}

{{- define "fulfilment.apiPort" -}}
8080
{{- end }}

{{- define "fulfilment.internalPort" -}}
9090
{{- end }}

{{- /* Labels of an object. (dict "root" $ "component" "gateway") */ -}}
{{- define "fulfilment.labels" -}}
{{ include "fulfilment.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/part-of: fulfilment
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- with .root.Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- /* Labels that select the pods of a component; they never change. */ -}}
{{- define "fulfilment.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- /* (dict "root" $ "image" .Values.gateway.image) */ -}}
{{- define "fulfilment.image" -}}
{{- $name := printf "%s/%s" (.root.Values.image.registry | trimSuffix "/") .image.repository -}}
{{- if .image.digest -}}
{{ printf "%s@%s" $name .image.digest }}
{{- else -}}
{{ printf "%s:%s" $name (.root.Values.image.tag | default .root.Chart.AppVersion) }}
{{- end -}}
{{- end }}

{{- define "fulfilment.podSecurityContext" -}}
runAsNonRoot: true
{{- with .Values.podSecurityContext.runAsUser }}
runAsUser: {{ int64 . }}
{{- end }}
{{- with .Values.podSecurityContext.runAsGroup }}
runAsGroup: {{ int64 . }}
{{- end }}
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- /* Names of hosts for the pods of services and migrations. */ -}}
{{- define "fulfilment.hosts" -}}
{{- with .Values.hostAliases }}
hostAliases:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.dnsConfig }}
dnsConfig:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "fulfilment.containerSecurityContext" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{- /* A variable from the Secret of a component, or the name of its file. (dict "secret" name "key" "KEY_PEPPER" "optional" false "folder" "") */ -}}
{{- define "fulfilment.secretVariable" -}}
{{- if and .folder (not .optional) -}}
- name: {{ .key }}_FILE
  value: {{ .folder }}/{{ .key }}
{{- else -}}
- name: {{ .key }}
  valueFrom:
    secretKeyRef:
      name: {{ .secret }}
      key: {{ .key }}
      {{- if .optional }}
      optional: true
      {{- end }}
{{- end }}
{{- end }}

{{- /* Settings of every process that uses Kafka. (dict "root" $ "secret" name "clientSecret" name) */ -}}
{{- define "fulfilment.kafkaVariables" -}}
{{- $kafka := .root.Values.kafka -}}
- name: KAFKA_BROKERS
  value: {{ join "," $kafka.brokers | quote }}
- name: KAFKA_REPLICATION_FACTOR
  value: {{ $kafka.replicationFactor | quote }}
- name: KAFKA_PARTITIONS
  value: {{ $kafka.partitions | quote }}
{{- with $kafka.topicPrefix }}
- name: TOPIC_PREFIX
  value: {{ . | quote }}
{{- end }}
{{- if $kafka.tls.enabled }}
- name: KAFKA_TLS
  value: 'true'
{{- if $kafka.tls.caSecret }}
- name: KAFKA_TLS_CA
  value: /etc/fulfilment/kafka/ca.crt
{{- end }}
{{- if .clientSecret }}
- name: KAFKA_TLS_CERT
  value: /etc/fulfilment/kafka-client/tls.crt
- name: KAFKA_TLS_KEY
  value: /etc/fulfilment/kafka-client/tls.key
{{- end }}
{{- end }}
{{- if $kafka.saslMechanism }}
- name: KAFKA_SASL_MECHANISM
  value: {{ $kafka.saslMechanism }}
{{ include "fulfilment.secretVariable" (dict "secret" .secret "key" "KAFKA_SASL_USERNAME" "folder" .folder) }}
{{ include "fulfilment.secretVariable" (dict "secret" .secret "key" "KAFKA_SASL_PASSWORD" "folder" .folder) }}
{{- end }}
{{- end }}

{{- /* Files of authorities and certificates: JSON of a list of {folder, secret, items}. (dict "root" $ "kafka" true "clientSecret" name "redis" true) */ -}}
{{- define "fulfilment.files" -}}
{{- $values := .root.Values -}}
{{- $files := list -}}
{{- if and .kafka $values.kafka.tls.enabled $values.kafka.tls.caSecret -}}
{{- $files = append $files (dict "folder" "kafka" "secret" $values.kafka.tls.caSecret "items" (list (dict "key" $values.kafka.tls.caKey "path" "ca.crt"))) -}}
{{- end -}}
{{- if and .kafka $values.kafka.tls.enabled .clientSecret -}}
{{- $files = append $files (dict "folder" "kafka-client" "secret" .clientSecret "items" (list (dict "key" "tls.crt" "path" "tls.crt") (dict "key" "tls.key" "path" "tls.key"))) -}}
{{- end -}}
{{- if $values.mongodb.tls.caSecret -}}
{{- $files = append $files (dict "folder" "mongodb" "secret" $values.mongodb.tls.caSecret "items" (list (dict "key" $values.mongodb.tls.caKey "path" "ca.crt"))) -}}
{{- end -}}
{{- if and .redis $values.redis.tls.caSecret -}}
{{- $files = append $files (dict "folder" "redis" "secret" $values.redis.tls.caSecret "items" (list (dict "key" $values.redis.tls.caKey "path" "ca.crt"))) -}}
{{- end -}}
{{- with .settingsOf -}}
{{- $items := list -}}
{{- range fromYamlArray (include "fulfilment.variables" (dict "root" $.root "name" .)) -}}
{{- if and .value (hasPrefix (print (include "fulfilment.secretFolder" $.root) "/") .value) -}}
{{- $key := trimSuffix "_FILE" .name -}}
{{- $items = append $items (dict "key" $key "path" $key) -}}
{{- end -}}
{{- end -}}
{{- $secret := (index $values .).existingSecret | default $values.existingSecret -}}
{{- $files = append $files (dict "folder" "secrets" "secret" $secret "items" $items) -}}
{{- end -}}
{{- toJson $files -}}
{{- end }}

{{- define "fulfilment.volumeMounts" -}}
- name: tmp
  mountPath: /tmp
{{- range fromJsonArray (include "fulfilment.files" .) }}
- name: {{ .folder }}
  mountPath: /etc/fulfilment/{{ .folder }}
  readOnly: true
{{- end }}
{{- end }}

{{- define "fulfilment.volumes" -}}
- name: tmp
  emptyDir:
    sizeLimit: 64Mi
{{- range fromJsonArray (include "fulfilment.files" .) }}
- name: {{ .folder }}
  secret:
    secretName: {{ .secret }}
    items: {{ toJson .items }}
{{- end }}
{{- end }}
