import { addMessages } from '../i18n.ts'

/** The frame around the pages. */
export const shell = {
  skip: 'Skip to the content',
  mainMenu: 'Main menu',
  menuBar: 'Menu bar',
  openMenu: 'Open the menu',
  narrowMenu: 'Narrow the menu to icons',
  widenMenu: 'Show the whole menu',
  groups: { user: 'User', admin: 'Admin', tools: 'Tools', operator: 'Operator' },
  items: {
    dashboard: 'Dashboard',
    objectBrowser: 'Object Browser',
    account: 'Account',
    buckets: 'Buckets',
    users: 'Users',
    groups: 'Groups',
    policies: 'IAM Policies',
    settings: 'Settings',
    logs: 'Logs',
    watch: 'Watch',
    trace: 'Trace',
    heal: 'Heal',
    diagnostic: 'Diagnostic',
    tenants: 'Tenants',
    storage: 'Storage',
    license: 'License',
    documentation: 'Documentation',
  },
  newTab: 'Opens in a new tab',
  profile: 'Signed in as {{account}}',
  signedInAs: 'Signed in as',
  sessionEnds: 'Session ends',
  storageServer: 'Storage server',
  erasureCoded: 'Erasure-coded',
  notErasureCoded: 'Not erasure-coded',
  logout: 'Logout',
  // The two sentences of the banner are those of the specification (operator-mode 4).
  restartNeeded: 'The instance needs to be restarted for configuration changes to take effect.',
  restarting: 'The server is restarting.',
  restart: 'Restart',
  palette: {
    open: 'Find',
    title: 'Find pages, buckets and actions',
    placeholder: 'Type a page, a bucket or an action',
    pages: 'Pages',
    buckets: 'Buckets',
    actions: 'Actions',
    createBucket: 'Create Bucket',
    goTo: 'Go to Path',
    documentation: 'Documentation',
    nothing: 'Nothing has this name.',
    more_one: '{{count}} more. Type on to find it.',
    more_other: '{{count}} more. Type on to find them.',
  },
  shortcuts: {
    title: 'Keyboard shortcuts',
    search: 'Search on this page',
    help: 'Show these shortcuts',
    singleKeys: 'Shortcuts of single keys',
    singleKeysHint: 'Off, only those with {{key}} remain.',
  },
  dialogNotLoaded: 'This could not be opened, since the console does not answer. Try again in a moment.',
  notFoundTitle: '404 Not Found',
  notFound: 'There is no page at this address. It may have moved, or the address may be mistyped.',
  home: 'Go to the first page',
  noPagesTitle: 'Nothing is open to you yet',
  noPages:
    'You are signed in as {{account}}, but your policies allow no page of this console. Ask an administrator to attach a policy to your user, for example readwrite.',
  sessionFailedTitle: 'The console cannot reach the storage',
  checkAgain: 'Check again',
} as const

addMessages('shell', shell)

declare module '../i18n.ts' {
  interface Messages {
    shell: typeof shell
  }
}
