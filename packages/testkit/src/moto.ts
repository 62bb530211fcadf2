import {
  type Credentials,
  type JsonObject,
  objectField,
  readIamResponse,
  textField,
  writeIamForm,
} from '@cooperage/wire'
import { clientFolder } from '../../../scripts/clients.ts'
import { missingProgram } from '../../../scripts/programs.ts'
import { startChild } from './child.ts'
import { onFreePort } from './ports.ts'
import { send } from './send.ts'
import type { StorageServer } from './storage-server.ts'
import { waitUntil } from './wait-until.ts'

/** A moto under test. */
export interface Moto extends Omit<StorageServer, 'kind'> {
  /** Sends a call of IAM, signed with the keys of root. */
  iam(action: string, parameters?: Record<string, string>): Promise<JsonObject>
  /** Adds a user whose inline policy `rights` allows this, and returns its keys. */
  addUser(name: string, actions: readonly string[]): Promise<Credentials>
  /** Has it check signatures and policies from now on. It then fails for requests without a signature. */
  authorize(): Promise<void>
}

const PYTHON = process.platform === 'win32' ? 'python' : 'python3'

/** Starts a real moto, which imitates AWS: S3, STS and IAM at one address. The policies of AWS make it slower. */
export function startMoto({ hasPoliciesOfAws = false } = {}): Promise<Moto> {
  const missing = missingProgram('moto')
  if (missing !== undefined) throw new Error(missing)
  return onFreePort(async (port) => {
    const child = startChild(PYTHON, ['-m', 'moto.server', '-H', '127.0.0.1', '-p', String(port)], {
      env: {
        ...process.env,
        PYTHONPATH: clientFolder('moto'),
        MOTO_IAM_LOAD_MANAGED_POLICIES: String(hasPoliciesOfAws),
      },
    })
    const url = `http://127.0.0.1:${port}`
    // It accepts any.
    let root: Credentials = { accessKey: 'any', secretKey: 'any' }
    const iam = async (action: string, parameters?: Record<string, string>) => {
      const { status, text } = await send({
        url,
        credentials: root,
        method: 'POST',
        service: 'iam',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: writeIamForm(action, parameters),
      })
      if (status !== 200) throw new Error(`moto refused ${action}: ${text}`)
      return await readIamResponse(text, action)
    }
    const addUser = async (name: string, actions: readonly string[]) => {
      const statement = { Effect: 'Allow', Action: actions, Resource: '*' }
      const document = JSON.stringify({ Version: '2012-10-17', Statement: [statement] })
      await iam('CreateUser', { UserName: name })
      await iam('PutUserPolicy', { UserName: name, PolicyName: 'rights', PolicyDocument: document })
      const key = objectField(await iam('CreateAccessKey', { UserName: name }), 'AccessKey')
      return { accessKey: textField(key, 'AccessKeyId'), secretKey: textField(key, 'SecretAccessKey') }
    }
    try {
      await waitUntil('moto responds', async () => {
        if (child.process.exitCode !== null) return 'ended'
        return (await send({ url, method: 'GET', path: '/moto-api/data.json' })).status === 200
      })
      if (child.process.exitCode !== null) throw new Error('moto exited immediately')
      root = await addUser('root', ['*'])
    } catch (error) {
      await child.stop()
      throw new Error(`moto did not start:\n${child.output()}`, { cause: error })
    }
    const authorize = async () => {
      await send({ url, method: 'POST', path: '/moto-api/reset-auth', body: '0' })
    }
    return { authorize, url, root, pid: child.process.pid ?? 0, iam, addUser, stop: () => child.stop() }
  })
}
