/** An authenticator app and a passkey, as a visitor has them. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { NewAuthenticator, NewPasskey, PasskeyChallenge } from '@cooperage/contract'
import { totpCode, totpStep } from '../../src/shared/second-factor/totp.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The codes of an app that was given a secret. */
export function appOf({ secret }: Pick<NewAuthenticator, 'secret'>): (now: number) => string {
  const bits = [...secret].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? [])
  return (now) => totpCode(bytes, totpStep(now))
}

/** What a test can have an authenticator do wrong. */
interface Faults {
  origin?: string
  host?: string
  /** Bits; 0x05 is a user who is there and verified. */
  flags?: number
  type?: string
  challenge?: string
  counter?: number
}

export class Passkey {
  readonly id = randomBytes(16)
  readonly #key: KeyObject
  readonly #publicKey: string
  readonly #place: { origin: string; host: string }
  #counter = 0

  constructor(url: string) {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
    this.#key = privateKey
    this.#publicKey = publicKey.export({ format: 'der', type: 'spki' }).toString('base64url')
    this.#place = { origin: new URL(url).origin, host: new URL(url).hostname }
  }

  create({ challenge }: Pick<NewPasskey, 'challenge'>, faults: Faults = {}) {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.id.length)
    const data = this.#data({ flags: 0x45, ...faults }, Buffer.concat([Buffer.alloc(16), length, this.id]))
    return {
      id: this.id.toString('base64url'),
      clientDataJSON: this.#client('webauthn.create', challenge, faults).toString('base64url'),
      authenticatorData: data.toString('base64url'),
      publicKey: this.#publicKey,
    }
  }

  answer({ challenge, bytes }: Pick<PasskeyChallenge, 'challenge' | 'bytes'>, faults: Faults = {}) {
    const client = this.#client('webauthn.get', bytes, faults)
    const data = this.#data({ flags: 0x05, counter: ++this.#counter, ...faults })
    const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
    return {
      kind: 'passkey' as const,
      challenge,
      answer: {
        id: this.id.toString('base64url'),
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, this.#key).toString('base64url'),
      },
    }
  }

  #client(type: string, challenge: string, faults: Faults): Buffer {
    const { origin } = this.#place
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false, ...picked(faults) }))
  }

  #data({ host = this.#place.host, flags = 0, counter = 0 }: Faults, rest = Buffer.alloc(0)): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([createHash('sha256').update(host).digest(), Buffer.from([flags]), count, rest])
  }
}

function picked({ type, challenge, origin }: Faults): object {
  return { ...(type && { type }), ...(challenge && { challenge }), ...(origin && { origin }) }
}
