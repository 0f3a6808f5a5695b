{{- define "lastro.labels" -}}
app.kubernetes.io/name: lastro
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "lastro.selector" -}}
app.kubernetes.io/name: lastro
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "lastro.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ required "set image.digest, or image.tag to try it out" .Values.image.tag }}
{{- end -}}
{{- end }}

{{/* Every pod: an unprivileged user on a read-only file system. */}}
{{- define "lastro.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "lastro.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{/* Settings from the map, secrets from the files of the Secret. */}}
{{- define "lastro.environment" -}}
{{/* One more of each while they are being replaced. */}}
{{- if not .Values.settings.DATABASE_PROCESSES }}
- name: DATABASE_PROCESSES
  value: {{ add (int .Values.serve.replicas) (int .Values.work.replicas) 2 | quote }}
{{- end }}
- name: DATABASE_URL_FILE
  value: /run/lastro/DATABASE_URL
- name: BROKERAGE_TOKEN_FILE
  value: /run/lastro/BROKERAGE_TOKEN
- name: SMTP_URL_FILE
  value: /run/lastro/SMTP_URL
- name: SECOND_KEY_SECRET_FILE
  value: /run/lastro/SECOND_KEY_SECRET
{{- if .Values.secrets.withOperatorToken }}
- name: OPERATOR_TOKEN_FILE
  value: /run/lastro/OPERATOR_TOKEN
{{- end }}
{{- if .Values.secrets.withListenUrl }}
- name: DATABASE_LISTEN_URL_FILE
  value: /run/lastro/DATABASE_LISTEN_URL
{{- end }}
{{- end }}

{{- define "lastro.probes" -}}
startupProbe:
  httpGet: { path: /health/live, port: http }
  periodSeconds: 2
  failureThreshold: 60
livenessProbe:
  httpGet: { path: /health/live, port: http }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
readinessProbe:
  httpGet: { path: /health/ready, port: http }
  periodSeconds: 2
  timeoutSeconds: 3
  failureThreshold: 2
{{- end }}
