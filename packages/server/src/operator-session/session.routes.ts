import {
  getSession,
  hasPermission,
  keepAccountLanguage,
  keepAccountTable,
  OPERATOR_PAGES,
  watchSession,
} from '@cooperage/contract'
import type { KubeClient } from '@cooperage/kube-client'
import { pause } from '../shared/live/pause.ts'
import { clusterError, isKubeError } from '../shared/operator/cluster-errors.ts'
import { shortUserName } from '../shared/operator/cluster-user.ts'
import { namespacesOf } from '../shared/operator/namespaces.ts'
import type { OperatorRegistry } from '../shared/operator/operator-feature.ts'
import type { OperatorSession } from '../shared/session/sealed-session.ts'
import { sessionEvents } from '../shared/session/session-events.ts'
import { readPermissions, readRights } from './rights.ts'
import { tokenSubject } from './token-claims.ts'

/** How often an open page checks whether the cluster still accepts the token, and whether its permissions have changed. */
const POLL_MS = 30_000

export function sessionRoutes({ routes, sockets, services, log }: OperatorRegistry): void {
  const { settings, now, choices } = services

  routes.withSession(getSession, async ({ session, kube }) => {
    const rights = await readRights(kube, namespacesOf(session, settings))
    return {
      status: 'ok' as const,
      operator: true,
      pages: OPERATOR_PAGES.filter(({ needs }) => needs === undefined || rights.has(needs)).map(({ path }) => path),
      features: [],
      distributedMode: true,
      folders: [],
      onlyFolder: null,
      passwordChange: 'external' as const,
      accountName: session.account,
      displayName: session.provider?.account ?? shortUserName(session.account),
      way: session.provider ? ('openId' as const) : ('clusterToken' as const),
      provider: settings.openId?.find(({ id }) => id === session.provider?.id)?.name ?? '',
      expiresAt: new Date(session.endsAt).toISOString(),
      endingAt: new Date(session.endingAt).toISOString(),
      storage: settings.kubernetesUrl.origin,
      product: 'Kubernetes',
      storagePublic: '',
      ...(await choicesOf(session)),
    }
  })

  routes.withSession(keepAccountLanguage, ({ body: { language }, session }) =>
    kept(session, (account) => choices.keepLanguage(account, language)),
  )

  routes.withSession(keepAccountTable, ({ params: { table }, body: { columns }, session }) =>
    kept(session, (account) => choices.keepTable(account, table, columns)),
  )

  /** Of a user without a name, the browser keeps them. */
  async function choicesOf(session: OperatorSession): Promise<Awaited<ReturnType<typeof choices.of>>> {
    const account = accountOf(session)
    return account === '' ? { language: '', tables: null } : await choices.of(account)
  }

  /** Where nothing can be kept, the browser keeps it. */
  async function kept(session: OperatorSession, keep: (account: string) => Promise<void>): Promise<void> {
    const account = accountOf(session)
    if (account === '') return
    await keep(account).catch((error: unknown) => log.warn({ err: error }, 'the choice of an account is not kept'))
  }

  /** The actions are rights in the cluster, and namespaces take the place of buckets. */
  routes.withSession(hasPermission, async ({ body, session, kube }) => {
    const actions = body.actions.map(({ action, bucket_name }) => ({ action, namespace: bucket_name }))
    const can = await readPermissions(kube, namespacesOf(session, settings), actions)
    return { permissions: body.actions.map(({ id }, index) => ({ id, can: can[index] === true })) }
  })

  sockets.withSession(watchSession, ({ session, kube, signal }) =>
    sessionEvents(session, changesOf(kube, namespacesOf(session, settings), signal), now, signal),
  )
}

/** Whose choices these are: the name in the cluster, or before Kubernetes 1.28 that of the token. '' for a token without one. */
function accountOf({ account, token }: OperatorSession): string {
  return account || tokenSubject(token)
}

/** Yields when the permissions change. Throws once the cluster no longer accepts the token. */
async function* changesOf(
  kube: KubeClient,
  namespaces: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<'changed'> {
  let known: string | undefined
  for (;;) {
    const rights = await look()
    if (known !== undefined && rights !== undefined && rights !== known) yield 'changed'
    known = rights ?? known
    await pause(POLL_MS, signal)
  }

  /** undefined while the API server is unreachable or busy. */
  async function look(): Promise<string | undefined> {
    try {
      return [...(await readRights(kube, namespaces))].sort().join()
    } catch (error) {
      if (isKubeError(error, 'Unauthorized')) throw clusterError(error)
      if (isKubeError(error, 'Unreachable', 'Timeout', 'TooManyRequests', 'ServerError')) return undefined
      throw error
    }
  }
}
