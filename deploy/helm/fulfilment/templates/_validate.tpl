{{- /* Values that the schema cannot judge: what is required, and what goes together. All faults in one message, a line each. */ -}}
{{- define "fulfilment.validate" -}}
{{- $values := .Values -}}
{{- $faults := list -}}
{{- if not $values.image.registry -}}{{- $faults = append $faults "image.registry: is required, the registry and path of the images, such as registry.example.com/fulfilment" -}}{{- end -}}
{{- if not $values.publicUrl -}}{{- $faults = append $faults "publicUrl: is required, where clients reach the gateway, such as https://api.example.com" -}}{{- end -}}
{{- if not $values.kafka.brokers -}}{{- $faults = append $faults "kafka.brokers: is required, a list of host:port" -}}{{- end -}}
{{- if and $values.secretFiles.folder (not $values.secretFiles.enabled) -}}{{- $faults = append $faults "secretFiles.enabled: is true where secretFiles.folder is given" -}}{{- end -}}
{{- range splitList " " (include "fulfilment.services" .) -}}
{{- $own := index $values . -}}
{{- $taken := list -}}
{{- range fromYamlArray (include "fulfilment.variables" (dict "root" $ "name" .)) -}}{{- $taken = append $taken .name -}}{{- end -}}
{{- $service := . -}}
{{- range concat $values.extraEnv $own.extraEnv -}}
{{- if has .name $taken -}}{{- $faults = append $faults (printf "extraEnv: %s is set by the chart for %s, and has a value of its own" .name $service) -}}{{- end -}}
{{- end -}}
{{- if not (or $own.existingSecret $values.existingSecret) -}}{{- $faults = append $faults (printf "%s.existingSecret: is required where existingSecret is not set, the name of a Secret" .) -}}{{- end -}}
{{- if and $own.autoscaling.enabled (lt (int64 $own.autoscaling.maxReplicas) (int64 $own.autoscaling.minReplicas)) -}}{{- $faults = append $faults (printf "%s.autoscaling.maxReplicas: is at least minReplicas" .) -}}{{- end -}}
{{- end -}}
{{- if and $values.migrations.enabled (not (or $values.migrations.existingSecret $values.existingSecret)) -}}{{- $faults = append $faults "migrations.existingSecret: is required where existingSecret is not set, the name of a Secret" -}}{{- end -}}
{{- if and (not $values.kafka.tls.enabled) (or $values.kafka.tls.caSecret $values.kafka.tls.clientSecret) -}}{{- $faults = append $faults "kafka.tls.enabled: is true where kafka.tls.caSecret or kafka.tls.clientSecret is given" -}}{{- end -}}
{{- if and $values.monitoring.serviceMonitor.enabled $values.networkPolicy.enabled (not $values.networkPolicy.operators) -}}{{- $faults = append $faults "networkPolicy.operators: is required with monitoring.serviceMonitor.enabled, the peers that Prometheus is among: no other reaches the ports of metrics" -}}{{- end -}}
{{- if and $values.keda.enabled (not $values.keda.prometheus.serverAddress) -}}{{- $faults = append $faults "keda.prometheus.serverAddress: is required with keda.enabled, such as http://prometheus.monitoring:9090" -}}{{- end -}}
{{- if and $values.httpRoute.enabled (not $values.httpRoute.parentRefs) -}}{{- $faults = append $faults "httpRoute.parentRefs: is required with httpRoute.enabled, a list of Gateways" -}}{{- end -}}
{{- if $faults -}}{{- fail (printf "\n\nBad values:\n  %s\n" (join "\n  " $faults)) -}}{{- end -}}
{{- end }}
