{{- define "cooperage.name" -}}
{{- if eq .Release.Name "cooperage" }}cooperage{{ else }}{{ printf "cooperage-%s" .Release.Name | trunc 63 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "cooperage.selector" -}}
app.kubernetes.io/name: cooperage
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "cooperage.labels" -}}
{{ include "cooperage.selector" . }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- /* Whether a file lists several storage servers: "true" or "". */}}
{{- define "cooperage.servers" -}}
{{- if and (eq .Values.mode "storage") (or .Values.storage.servers.configMap .Values.storage.servers.secret) }}true{{ end }}
{{- end }}

{{- /* Whether the pod runs the embedded engine: "true" or "". */}}
{{- define "cooperage.engine" -}}
{{- if and (eq .Values.mode "storage") (not .Values.storage.url) (not (include "cooperage.servers" .)) }}true{{ end }}
{{- end }}

{{- /* Whether the data folder is a persistent volume: "true" or "". */}}
{{- define "cooperage.persistent" -}}
{{- if or .Values.persistence.enabled .Values.persistence.existingClaim (include "cooperage.engine" .) }}true{{ end }}
{{- end }}

{{- /* What can't be rendered, although each value is valid. */}}
{{- define "cooperage.check" -}}
{{- $persistent := include "cooperage.persistent" . }}
{{- if and $persistent (gt (int .Values.replicas) 1) }}
{{- fail "replicas: a persistent volume belongs to one pod. Set replicas to 1." }}
{{- end }}
{{- if and (not .Values.sessionSecret) (not $persistent) }}
{{- fail "sessionSecret: without a persistent volume, the key of sessions has to be in a secret. Name it." }}
{{- end }}
{{- if and .Values.storage.url (include "cooperage.servers" .) }}
{{- fail "storage.url: the servers are in the file of storage.servers. Set one of both." }}
{{- end }}
{{- if and .Values.ingress.s3Host (not (include "cooperage.engine" .)) }}
{{- fail "ingress.s3Host: only the embedded engine serves S3 from this pod. Leave it empty." }}
{{- end }}
{{- end }}

{{- define "cooperage.settings" -}}
{{- include "cooperage.check" . -}}
COOPERAGE_MODE: {{ .Values.mode }}
COOPERAGE_HOST: 0.0.0.0
COOPERAGE_PORT: "9090"
COOPERAGE_DATA: /data
{{- if include "cooperage.engine" . }}
COOPERAGE_STORAGE_PORT: "9000"
{{- if and .Values.ingress.enabled .Values.ingress.s3Host }}
COOPERAGE_STORAGE_PUBLIC_URL: {{ printf "https://%s" .Values.ingress.s3Host | quote }}
{{- end }}
{{- else if include "cooperage.servers" . }}
COOPERAGE_SERVERS: /etc/cooperage/servers/servers.yaml
{{- else if eq .Values.mode "storage" }}
COOPERAGE_STORAGE_URL: {{ .Values.storage.url | quote }}
{{- end }}
{{- if or .Values.ca.configMap .Values.ca.secret }}
COOPERAGE_CA_FILE: /etc/cooperage/ca/ca.crt
{{- end }}
{{- if or .Values.licenseKey.configMap .Values.licenseKey.secret }}
COOPERAGE_LICENSE_PUBLIC_KEY_FILE: /etc/cooperage/license/license.pub
{{- end }}
{{- range $name, $value := .Values.settings }}
{{ $name }}: {{ $value | toString | quote }}
{{- end }}
{{- end }}

{{- /* A volume with one field of a config map or a secret. Values: name, source, path. */}}
{{- define "cooperage.fileVolume" -}}
- name: {{ .name }}
  {{- if .source.configMap }}
  configMap:
    name: {{ .source.configMap }}
  {{- else }}
  secret:
    secretName: {{ .source.secret }}
  {{- end }}
    items:
      - key: {{ .source.key }}
        path: {{ .path }}
{{- end }}
