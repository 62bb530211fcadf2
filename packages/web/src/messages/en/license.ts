import { addMessages } from '../i18n.ts'

/** The license page. Plans, prices and figures are those of object-browser-and-tools 9. */
export const license = {
  title: 'License',
  purpose: 'The license of the storage server. Cooperage itself is free software under the Apache License 2.0.',
  current: 'Current license',
  plan: 'Plan',
  unknown: 'Unknown',
  organization: 'Organization',
  capacity: 'Storage capacity',
  expires: 'Expires',
  expired: 'Expired',
  email: 'E-mail',
  community:
    'No license is stored, so MinIO is used under the GNU Affero General Public License, version 3. The embedded engine is part of Cooperage and needs no license.',
  refresh: 'Refresh License',
  activation: {
    open: 'Activate License',
    title: 'Activate License',
    with: 'Activate with',
    key: 'License key',
    account: 'Account',
    licenseKey: 'License key',
    offline: 'The console verifies the key itself and doesn’t send it anywhere.',
    password: 'Password',
    showPassword: 'Show password',
    service: 'Sent to the subscription service of this console, and not stored.',
    submit: 'Activate License',
    missing: { key: 'Enter a license key first.', account: 'Enter the e-mail address and the password first.' },
    done: 'The license is activated.',
  },
  readAgpl: 'Read the AGPL v3',
  agplTitle: 'GNU Affero General Public License, version 3',
  agplNote: 'This license applies to MinIO, the storage server, not to Cooperage.',
  plans: 'Plans',
  plansHint: 'Plans that the vendor of MinIO offers. Opening this page doesn’t send any data.',
  isCurrent: 'Current plan',
  visit: 'About this plan',
  names: { COMMUNITY: 'Community', STANDARD: 'Standard', ENTERPRISE: 'Enterprise' },
  rows: {
    price: 'Price',
    support: 'Long-term support',
    sla: 'SLA',
    panic: 'Panic button',
    help: 'Support',
    indemnification: 'Indemnification',
    review: 'Security and policy review',
  },
  yes: 'Yes',
  none: 'None',
  values: {
    COMMUNITY: { price: 'Open source, AGPL v3', help: 'Community only' },
    STANDARD: {
      price: '$10 per TB per month, up to 10 PB; no extra charge beyond',
      support: '1 year',
      sla: 'Under 24 hours',
      panic: '1 per year',
      help: 'From the vendor',
    },
    ENTERPRISE: {
      price: '$20 per TB per month, up to 5 PB; no extra charge beyond',
      support: '5 years',
      sla: 'Under 1 hour',
      panic: 'Unlimited',
      help: 'From the vendor',
    },
  },
} as const

declare module '../i18n.ts' {
  interface Messages {
    license: typeof license
  }
}

addMessages('license', license)
