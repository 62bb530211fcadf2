import '../messages/en/users.ts'
import {
  addUsersToGroups,
  createServiceAccount,
  createUser,
  getGroup,
  getUser,
  listUsers,
  type NewKey,
  secretKeyProblem,
  setPolicy,
} from '@cooperage/contract'
import { useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useHasIam } from '../session/index.ts'
import { ApiError } from '../shared/api/api-error.ts'
import { call } from '../shared/api/call.ts'
import { useApiMutation, useInvalidate } from '../shared/api/use-api.ts'
import { showNotice } from '../shared/feedback/messages.ts'
import { ModalForm } from '../shared/ModalForm.tsx'
import { type Outcome, runEach } from '../shared/outcomes/run-each.ts'
import { plainName } from '../shared/text/visible-name.ts'
import { CreatedUser } from './CreatedUser.tsx'
import { NEW_USER, UserFields, type UserForm } from './UserFields.tsx'

/** What follows the creation. All can be repeated: the user is new, and has nothing else. */
const STEPS = {
  /** A user of IAM has no secret key itself. */
  key: ({ accessKey }: UserForm) => call(createServiceAccount, { body: { targetUser: accessKey } }),
  groups: ({ accessKey, groups }: UserForm) =>
    call(addUsersToGroups, { body: { groups: [...groups], users: [accessKey] } }),
  policies: ({ accessKey, policies }: UserForm) =>
    call(setPolicy, {
      params: { policies: [...policies].join(',') },
      body: { entityName: accessKey, entityType: 'user' },
    }),
}
type Step = keyof typeof STEPS

/** Errors that the field of the access key shows. */
const NAME_ERRORS = new Set(['InvalidAccessKey', 'ReservedAccessKey', 'UserExists'])

/**
 * Creates a user, adds it to groups and attaches policies. These are several calls: where one fails, the user exists, and the
 * dialog shows what was done and retries the rest.
 */
export function CreateUserModal({ onClose }: { onClose: () => void }) {
  const t = useTexts(['users', 'shared'])
  const [form, setForm] = useState(NEW_USER)
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  const [isRetrying, setRetrying] = useState(false)
  const invalidate = useInvalidate()
  const { accessKey, secretKey } = form
  const hasIam = useHasIam()
  const [issued, setIssued] = useState<NewKey>()
  const keys = issued ?? (!hasIam && form.generated === secretKey ? { accessKey, secretKey } : undefined)
  const name = plainName(accessKey)
  const wanted: Step[] = [
    ...(hasIam ? (['key'] as const) : []),
    ...(['groups', 'policies'] as const).filter((step) => form[step].size > 0),
  ]

  const setUp = async (steps: readonly Step[]) => {
    const results = new Map(outcomes).set('user', 'done')
    await runEach(
      steps,
      async (step) => {
        if (step !== 'key') return await STEPS[step as Step](form)
        const [key] = [await STEPS.key(form)].flat()
        setIssued(key)
      },
      (step, outcome) => results.set(step, outcome),
    )
    await invalidate(listUsers, getUser, getGroup)
    const isComplete = [...results.values()].every((outcome) => outcome === 'done')
    // A generated secret key has only just been shown, if at all: it stays on screen until the dialog is closed.
    if (!isComplete || hasIam || form.generated === secretKey) return setOutcomes(results)
    showNotice(t('form.created', { name }))
    onClose()
  }
  const create = useApiMutation(createUser, { onSuccess: () => setUp(wanted), gcTime: 0 })
  const retry = async () => {
    setRetrying(true)
    await setUp(wanted.filter((step) => outcomes.get(step) instanceof ApiError))
    setRetrying(false)
  }

  if (outcomes.size > 0) {
    return (
      <CreatedUser
        name={name}
        keys={keys}
        steps={['user', ...wanted]}
        outcomes={outcomes}
        onRetry={() => void retry()}
        isRetrying={isRetrying}
        onClose={onClose}
      />
    )
  }
  const problem = () => {
    if (accessKey === '') return t(hasIam ? 'form.userNameMissing' : 'form.accessKeyMissing')
    if (hasIam) return undefined
    if (secretKey === '') return t('form.secretKeyMissing')
    return secretKeyProblem(secretKey) === 'tooShort' ? t('form.tooShort') : undefined
  }
  const { error, variables } = create
  // The field already says it, and continues to.
  const isNameRefused = error !== null && NAME_ERRORS.has(error.code)
  return (
    <ModalForm
      title={t('form.title')}
      onClose={onClose}
      onSubmit={() => create.mutate({ body: { accessKey, secretKey } })}
      submitLabel={t('shared:save')}
      call={{ isPending: create.isPending, error: isNameRefused ? null : error }}
      disabledReason={problem()}
      isWide
    >
      <UserFields
        form={form}
        onChange={setForm}
        nameRefusal={isNameRefused && variables?.body.accessKey === accessKey ? error.message : undefined}
      />
    </ModalForm>
  )
}
