/** Power losses during an IAM transaction, such as an import: all of its changes are kept, or none. */

import { scaleAndSeed } from '@cooperage/testkit/random'
import { expect, test } from 'vitest'
import { openIam } from '../src/iam/iam.ts'
import { type StartedStore, startStore } from '../src/store/durable-store.ts'
import { GroupCommitIndex } from '../src/store/index/group-commit-index.ts'
import { type CrashPlan, Machine } from './crash/machine.ts'
import { SimulatedDisk } from './crash/simulated-disk.ts'
import { IndexMedium, simulatedIndex } from './crash/simulated-index.ts'

/** The transaction is one commit and one flush. A second flush never comes: the power is lost once the change is acknowledged. */
const POWER_LOSSES: CrashPlan[] = [
  { after: 'index commit', occurrence: 1 },
  { after: 'index flush', occurrence: 1 },
  { after: 'index flush', occurrence: 2 },
]
/** Half of the losses between commit and flush keep the commit: in 30 rounds both outcomes are as good as certain. */
const ROUNDS_EACH = 30
const USERS = Array.from({ length: 20 }, (_, index) => `user-${index}`)

test('a power loss during an IAM transaction keeps all of its changes or none', async () => {
  const { scale, random } = scaleAndSeed('IAM transaction')
  const outcomes = new Set<'all' | 'none'>()
  const plans = Array.from({ length: ROUNDS_EACH * scale }, () => POWER_LOSSES).flat()
  for (const plan of plans) {
    let disk = new SimulatedDisk()
    let medium = new IndexMedium()
    let ids = 0
    const start = (machine: Machine): Promise<StartedStore> =>
      startStore({
        files: disk.files(machine),
        index: new GroupCommitIndex(simulatedIndex(machine, medium)),
        newId: () => (++ids).toString(16).padStart(32, '0'),
        reserveBytes: 0,
        ballastBytes: 1,
      })
    const read = async () => {
      const store = await start(new Machine(random))
      const { users, groups, mappings } = openIam(store.documents, 'root')
      await store.close()
      return { users: users.describeAll(), groups: groups.get('devs'), mappings: mappings.all('user') }
    }

    const store = await start(new Machine(random))
    await openIam(store.documents, 'root').users.set('before', { secretKey: 'secret-of-user', enabled: true })
    await store.close()

    const machine = new Machine(random, plan)
    let isAcknowledged = false
    const change = async () => {
      const { documents } = await start(machine)
      await openIam(documents, 'root').transaction(async (iam) => {
        for (const user of USERS) await iam.users.set(user, { secretKey: 'secret-of-user', enabled: true })
        await iam.groups.add('devs', USERS)
        for (const name of USERS) await iam.mappings.replace({ kind: 'user', name }, ['readonly'])
      })
      isAcknowledged = true
    }
    await Promise.race([change(), machine.off])
    machine.cutPower()
    disk = disk.afterPowerLoss(random)
    medium = medium.afterPowerLoss(random)

    const { users, groups, mappings } = await read()
    const outcome = users.length > 1 || isAcknowledged ? 'all' : 'none'
    outcomes.add(outcome)
    const kept = outcome === 'all' ? USERS : []
    expect(users.map(([name]) => name)).toEqual(['before', ...kept].sort())
    expect(groups?.members ?? []).toEqual(kept.toSorted())
    expect(mappings.map(({ name }) => name)).toEqual(kept.toSorted())
  }
  expect(outcomes).toEqual(new Set(['all', 'none']))
})
