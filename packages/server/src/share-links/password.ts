/** Passwords of links, of which only a hash is stored. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/** OWASP's parameters for 16 MiB of memory: some 150 ms of a core. */
const COST = { N: 2 ** 14, r: 8, p: 5, maxmem: 64 * 1024 ** 2 }
const HASH_BYTES = 32

/** One at a time: each takes 16 MiB. */
let last: Promise<unknown> = Promise.resolve()

export async function passwordHash(password: string): Promise<string> {
  const salt = randomBytes(16)
  return `${salt.toString('base64url')}.${(await derived(password, salt)).toString('base64url')}`
}

export async function isPassword(password: string, hash: string): Promise<boolean> {
  const [salt = '', expected = ''] = hash.split('.')
  const given = await derived(password, Buffer.from(salt, 'base64url'))
  return timingSafeEqual(given, Buffer.from(expected, 'base64url'))
}

function derived(password: string, salt: Buffer): Promise<Buffer> {
  const next = last.then(
    () =>
      new Promise<Buffer>((resolve, reject) => {
        // Keyboards type the same letter in more than one way.
        scrypt(password.normalize('NFKC'), salt, HASH_BYTES, COST, (error, key) =>
          error ? reject(error) : resolve(key),
        )
      }),
  )
  last = next.catch(() => undefined)
  return next
}
