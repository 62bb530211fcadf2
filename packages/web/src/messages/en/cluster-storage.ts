import { addMessages } from '../i18n.ts'

/** Volumes and drives of a cluster. Labels quoted in operator-mode 2 and 5 keep their spelling. */
export const clusterStorage = {
  title: 'Storage',
  purpose: 'Volumes and drives of all tenants',
  tabs: { label: 'Kinds of storage', volumes: 'Volumes', drives: 'Drives' },
  volumes: {
    search: 'Search PVC',
    empty: 'No volumes',
    emptyHint: 'Tenants claim volumes for their data when they start.',
    columns: {
      name: 'Name',
      namespace: 'Namespace',
      status: 'Status',
      tenant: 'Tenant',
      capacity: 'Capacity',
      storageClass: 'Storage Class',
    },
    view: 'View tenant',
    count_one: '{{number}} volume',
    count_other: '{{number}} volumes',
  },
  drives: {
    search: 'Search Drives',
    formatSelected: 'Format Selected Drives',
    formatAll: 'Format All Drives',
    format: 'Format',
    none: 'Select drives first',
    noDrives: 'There are no drives to format',
    empty: 'No drives',
    emptyHint: 'The nodes of the cluster have no usable drives.',
    columns: {
      drive: 'Drive',
      capacity: 'Capacity',
      allocated: 'Allocated',
      volumes: 'Volumes',
      node: 'Node',
      status: 'Status',
    },
    count_one: '{{number}} drive',
    count_other: '{{number}} drives',
    notInstalledTitle: 'Drives aren’t managed in this cluster',
    notInstalled: 'To manage locally attached drives, install DirectPV, the successor of direct-csi, in the cluster.',
    documentation: 'DirectPV documentation',
    notAvailable: 'Drives aren’t managed in this cluster',
  },
  format: {
    title: 'Format Drives',
    titleAll: 'Format All Drives',
    drives_one: '{{number}} drive:',
    drives_other: '{{number}} drives:',
    force: 'Force Format',
    forceHint: 'Also formats drives that have a file system.',
    warning: 'All information on these drives will be erased and can’t be recovered.',
    typed: 'Confirmation',
    typedHint: 'Type {{text}} to confirm.',
    missing: 'Type the text exactly',
    submit_one: 'Format Drive',
    submit_other: 'Format Drives',
    done: 'The drives are being formatted.',
  },
  issues: {
    title: 'Format Errors',
    // The sentence of the specification (operator-mode 2).
    text: 'There were some issues trying to format the selected CSI Drives, please fix the issues and try again.',
    columns: { node: 'Node', drive: 'Drive', message: 'Message' },
    download: 'Download',
    done: 'Done',
  },
} as const

addMessages('clusterStorage', clusterStorage)

declare module '../i18n.ts' {
  interface Messages {
    clusterStorage: typeof clusterStorage
  }
}
