import { addMessages } from '../i18n.ts'

/** The frame around the pages. */
export const shell = {
  skip: 'Skip to content',
  mainMenu: 'Main menu',
  menuBar: 'Menu bar',
  openMenu: 'Open menu',
  narrowMenu: 'Collapse menu',
  widenMenu: 'Expand menu',
  groups: { user: 'User', admin: 'Admin', tools: 'Tools', operator: 'Operator' },
  noTenantRights:
    '{{account}} doesn’t have permission to list tenants in this cluster. Ask its administrator for a role such as cooperage-tenant-viewer. A role in single namespaces works if COOPERAGE_KUBERNETES_NAMESPACES of this console lists them.',
  newTab: 'Opens in a new tab',
  profile: 'Signed in as {{account}}',
  ways: {
    accessKey: 'Signed in with an access key',
    openId: 'Signed in with {{provider}}',
    ldap: 'Signed in with LDAP',
    customToken: 'Signed in with a token',
    clusterToken: 'Token of the Kubernetes cluster',
  },
  signedInAs: 'Signed in as',
  sessionEnds: 'Session ends',
  version: 'Version of the console',
  storageServer: 'Storage server',
  erasureCoded: 'Erasure-coded',
  notErasureCoded: 'Not erasure-coded',
  logout: 'Logout',
  // The two sentences of the banner are those of the specification (operator-mode 4).
  restartNeeded: 'The instance needs to be restarted for configuration changes to take effect.',
  restarting: 'The server is restarting.',
  restart: 'Restart',
  palette: {
    open: 'Search or jump to…',
    title: 'Search pages, buckets and actions',
    placeholder: 'Type a page, bucket or action',
    pages: 'Pages',
    buckets: 'Buckets',
    actions: 'Actions',
    createBucket: 'Create Bucket',
    goTo: 'Go to path',
    documentation: 'Documentation',
    nothing: 'No matching page, bucket or action.',
    more_one: '{{count}} more. Keep typing to narrow the results.',
    more_other: '{{count}} more. Keep typing to narrow the results.',
  },
  shortcuts: {
    title: 'Keyboard shortcuts',
    search: 'Search this page',
    help: 'Show keyboard shortcuts',
    singleKeys: 'Single-key shortcuts',
    singleKeysHint: 'When off, only shortcuts with {{key}} work.',
  },
  dialogNotLoaded: 'Couldn’t open this because the console isn’t responding. Try again in a moment.',
  notFoundTitle: '404 Not Found',
  notFound: 'There is no page at this address. It may have moved, or the address may be mistyped.',
  missingPageTitle: 'This console doesn’t have this page',
  missingPage: 'The address is that of {{name}} in MinIO’s console. Use {{mc}} instead.',
  missingPages: {
    speedTest: 'the speed test',
    inspect: 'Inspect',
    kmsKeys: 'the KMS keys',
    siteReplication: 'site replication',
  },
  home: 'Go to start page',
  sessionFailedTitle: 'The storage server is unavailable',
  clusterFailedTitle: 'The Kubernetes API server is unavailable',
} as const

addMessages('shell', shell)

declare module '../i18n.ts' {
  interface Messages {
    shell: typeof shell
  }
}
