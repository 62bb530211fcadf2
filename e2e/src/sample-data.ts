/** A storage server as a small studio might have it, for screenshots. */
import { ACCOUNT_SECRET, accountsOf, allow, createLockedBucket, deny } from '@cooperage/testkit'
import type { StorageProcess } from './storage-process.ts'

type Storage = Pick<StorageProcess, 'url' | 'root' | 'request'>

const KIB = 1024
const MIB = 1024 * KIB

const SAMPLE: Record<string, Record<string, number>> = {
  'client-deliveries': {
    'acme/brand-guidelines.pdf': 4.2 * MIB,
    'acme/logo-final.svg': 18 * KIB,
    'northwind/campaign-teaser.mp4': 26 * MIB,
  },
  'database-backups': {
    'orders/2026-11-19.sql.zst': 9.6 * MIB,
    'orders/2026-11-20.sql.zst': 9.7 * MIB,
    'orders/2026-11-21.sql.zst': 9.8 * MIB,
  },
  invoices: { '2026/0117-acme.pdf': 212 * KIB, '2026/0118-northwind.pdf': 187 * KIB },
  'photo-archive': {
    '2024/lisbon/tram-28.jpg': 3.1 * MIB,
    '2025/harbour/cranes-at-dawn.jpg': 4.4 * MIB,
    '2026/forest/IMG_0412.jpg': 3.8 * MIB,
    'raw/IMG_0412.dng': 14 * MIB,
    'selects/forest.jpg': 2.2 * MIB,
    'contact-sheet.pdf': 1.4 * MIB,
    'cover.jpg': 2.6 * MIB,
    'credits.txt': 2.1 * KIB,
    'licences.csv': 11 * KIB,
    'portfolio-2026.zip': 21 * MIB,
    'press-kit.pdf': 5.3 * MIB,
    'readme.md': 1.2 * KIB,
    'showreel.mp4': 18 * MIB,
  },
  'website-assets': { 'css/site.css': 32 * KIB, 'fonts/inter.woff2': 96 * KIB, 'index.html': 7 * KIB },
}

/** The bucket for screenshots. */
export const SHOWN_BUCKET = 'photo-archive'

/** A bucket with object locking. */
export const LOCKED_BUCKET = 'contracts-signed'

export async function storeSampleData(storage: Storage): Promise<void> {
  for (const [bucket, objects] of Object.entries(SAMPLE)) {
    await storage.request({ method: 'PUT', bucket })
    for (const [key, size] of Object.entries(objects)) {
      await storage.request({ method: 'PUT', bucket, key, body: Buffer.alloc(Math.round(size), key) })
    }
  }
}

/** Users by name, with their policies. */
const USERS: Record<string, string[]> = {
  'ann.lindqvist': ['consoleAdmin'],
  'backup-agent': ['database-backups'],
  'freelance/mira': ['freelance', 'diagnostics'],
  'jonas.weber': ['readwrite', 'diagnostics'],
  'old-website': ['readonly'],
  'priya.raman': [],
  'tomás.ortega': ['readonly'],
}
const GROUPS: Record<string, string[]> = {
  photographers: ['freelance/mira', 'priya.raman', 'tomás.ortega'],
  studio: ['ann.lindqvist', 'jonas.weber', 'priya.raman'],
}

/** A policy that has some of everything: a variable, a condition and a Deny. */
const FREELANCE = {
  Version: '2012-10-17',
  Statement: [
    { ...allow(['s3:ListBucket'], SHOWN_BUCKET), Condition: { StringLike: { 's3:prefix': ['raw/*', 'selects/*'] } } },
    { Sid: 'OwnFolder', ...allow(['s3:GetObject', 's3:PutObject'], `${SHOWN_BUCKET}/raw/\${aws:username}/*`) },
    { Sid: 'KeepPublished', ...deny(['s3:DeleteObject'], `${SHOWN_BUCKET}/selects/*`) },
  ],
}

/** The people of the studio, and a program. */
export async function storeSampleUsers(storage: Storage): Promise<void> {
  const accounts = accountsOf(storage)
  const statement = allow(['s3:*'], 'database-backups', 'database-backups/*')
  await accounts.putPolicy('database-backups', { Version: '2012-10-17', Statement: [statement] })
  await accounts.putPolicy('freelance', FREELANCE)
  for (const [name, policies] of Object.entries(USERS)) await accounts.named(name, ...policies)
  for (const [name, members] of Object.entries(GROUPS)) await accounts.namedGroup(name, members, 'readwrite')
  const mira = { accessKey: 'freelance/mira', secretKey: ACCOUNT_SECRET }
  await accounts.serviceAccount(mira, { accessKey: 'MIRASLAPTOP', name: 'Laptop' })
  await accounts.setStatus({ accessKey: 'old-website', secretKey: '' }, 'disabled')
}

/** Rarely seen data, not for the README: a bucket with object locking, and incomplete uploads. */
export async function storeSeldomData(storage: Storage): Promise<void> {
  await createLockedBucket(storage.request, LOCKED_BUCKET)
  await storage.request({ method: 'PUT', bucket: LOCKED_BUCKET, key: '2026/acme.pdf', body: 'signed' })
  for (const fee of ['1,200', '1,450']) {
    const body = `Terms for photographers\n\nFee per day: ${fee} EUR\nPaid within 30 days\n`
    const headers = { 'content-type': 'text/plain', 'x-amz-meta-approved-by': fee === '1,200' ? 'Ann' : 'Jonas' }
    await storage.request({ method: 'PUT', bucket: LOCKED_BUCKET, key: '2026/terms.txt', body, headers })
  }
  await storage.request({ method: 'PUT', bucket: LOCKED_BUCKET, key: '2026/draft.txt', body: 'not signed' })
  await storage.request({ method: 'DELETE', bucket: LOCKED_BUCKET, key: '2026/draft.txt' })
  for (const key of ['showreel-4k.mp4', '2026/harbour/IMG_0418.dng']) {
    await storage.request({ method: 'POST', bucket: SHOWN_BUCKET, key, query: { uploads: '' } })
  }
}
