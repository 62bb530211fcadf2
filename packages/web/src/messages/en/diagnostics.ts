import { messages } from '../messages.ts'

/** The diagnostic page. */
export const diagnostics = messages('diagnostics', {
  title: 'Diagnostic',
  purpose: 'A health report of the servers, for support',
  // Spec object-browser-and-tools 2 and 4.
  start: 'Start Diagnostic',
  download: 'Download',
  started: 'Diagnostic started. Please do not refresh page during diagnosis.',
  ready: 'Diagnostic file is ready to be downloaded.',
  failed: 'An error occurred while getting Diagnostic file.',
  cancel: 'Cancel diagnostic',
  running: 'A report is being created.',
  nothingYet: 'Start the diagnostic first.',
  idle: {
    title: 'No report yet',
    hint: 'A report describes the servers, their drives and settings. You can review it before you download it.',
  },
  canceled: { title: 'Diagnostic canceled', hint: 'Nothing was saved. Start it again when you need a report.' },
  progress: 'Progress',
  partsOf_one: '{{number}} of up to {{count}} part',
  partsOf_other: '{{number}} of up to {{count}} parts',
  atMost: '{{time}} left at most',
  collecting: 'Collecting…',
  anonymize: 'Remove host names and addresses',
  anonymizeHint:
    'Replaces each with the same placeholder everywhere, such as server-1. Passwords, tokens and keys are always removed.',
  preview: 'File contents',
  previewHint: 'Open a section to see it as it is saved. Paths and bucket settings are part of the report.',
  truncated: '… {{number}} more characters are in the file.',
  parts: {
    sys_cpus: 'Processors',
    sys_partitions: 'Partitions',
    sys_drives: 'Drives',
    sys_osinfo: 'Operating system',
    sys_meminfo: 'Memory',
    sys_procinfo: 'Process',
    sys_netinfo: 'Network',
    sys_errors: 'Possible problems',
    sys_services: 'System services',
    sys_config: 'System settings',
    sys_kubernetes: 'Kubernetes',
    minio_info: 'Servers and drives',
    minio_config: 'Configuration',
    minio_replication: 'Replication',
    minio_error: 'Error',
    version: 'Version of the report',
    timestamp: 'Time of the report',
  },
  failures: {
    AccessDenied: 'You don’t have permission to create health reports (admin:OBDInfo). Ask an administrator for it.',
    StorageTimeout: 'The storage server didn’t finish the report in time. Start again.',
    HealthReportFailed: 'The storage server couldn’t create the report. See its log, then start again.',
    NotInThisSetup: 'This storage server doesn’t support health reports.',
    other:
      'The connection broke before the report was complete. Check that the console and the storage server are running, then start again.',
  },
})
