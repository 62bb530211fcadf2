import { messages } from '../messages.ts'

/** The frame of the guide; its pages are the files of docs/guide. */
export const guide = messages('guide', {
  title: 'Documentation',
  pages: 'Documentation pages',
  api: 'API reference',
  toConsole: 'Go to console',
  // Each page begins with its title.
  titles: {
    'getting-started': 'Getting started',
    install: 'Install',
    run: 'Run it for good',
    'single-sign-on': 'Single sign-on',
    'identity-providers': 'Identity providers',
    https: 'HTTPS',
    'reverse-proxy': 'Reverse proxies',
    'storage-servers': 'Other storage servers',
    buckets: 'Buckets',
    replication: 'Replication',
    objects: 'Objects',
    'share-links': 'Share links',
    access: 'Access',
    users: 'Users',
    'access-keys': 'Access keys',
    policies: 'Policies',
    'identity-backup': 'Backup of identities',
    'server-settings': 'Server settings',
    monitoring: 'Monitoring',
    license: 'License',
    'operator-mode': 'Operator mode',
    'install-on-kubernetes': 'Install on Kubernetes',
    keyboard: 'Keyboard',
    accessibility: 'Accessibility',
    languages: 'Languages',
  },
  untranslated: 'This page isn’t translated yet, so it’s in English.',
  missing: 'The documentation has no page with this name. Choose one from the list.',
})
