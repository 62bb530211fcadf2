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

{{- define "cooperage.settings" -}}
COOPERAGE_MODE: operator
COOPERAGE_HOST: 0.0.0.0
COOPERAGE_PORT: "9090"
COOPERAGE_DATA: /data
{{- range $name, $value := .Values.settings }}
{{ $name }}: {{ $value | toString | quote }}
{{- end }}
{{- end }}
