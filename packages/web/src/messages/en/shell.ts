/** The frame around the pages. */
export const shell = {
  skip: 'Skip to the content',
  mainMenu: 'Main menu',
  menuBar: 'Menu bar',
  openMenu: 'Open the menu',
  groups: { user: 'User', admin: 'Admin' },
  items: { objectBrowser: 'Object Browser', buckets: 'Buckets' },
  signedInAs: 'Signed in as',
  logout: 'Logout',
  notFoundTitle: '404 Not Found',
  notFound: 'There is no page at this address. It may have moved, or the address may be mistyped.',
  home: 'Go to the first page',
  noPagesTitle: 'Nothing is open to you yet',
  noPages:
    'You are signed in as {{account}}, but your policies allow no page of this console. Ask an administrator to attach a policy to your user, for example readwrite.',
  sessionFailedTitle: 'The console cannot reach the storage',
  checkAgain: 'Check again',
} as const
