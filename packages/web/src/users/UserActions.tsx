import {
  getEffectivePermissions,
  getUser,
  listUsers,
  type User,
  type UserDetails,
  updateUser,
} from '@cooperage/contract'
import { ActionIcon, Switch } from '@mantine/core'
import { IconKey, IconShieldX, IconTrash, IconUserPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useGrantDenied } from '../policies/index.ts'
import { useHasIam, useHasSecondFactor, useSession } from '../session/index.ts'
import { useChange } from '../shared/api/use-change.ts'
import { explained } from '../shared/ExplainedButton.tsx'
import { showError } from '../shared/feedback/messages.ts'
import layout from '../shared/layout.module.css'
import { plainName } from '../shared/text/visible-name.ts'
import { useUserChangesDenied } from './index.ts'
import classes from './users.module.css'

interface UserActionsProps {
  user: UserDetails
  onDelete: () => void
  onChangePassword: () => void
  onResetFactors: () => void
  onGrant: () => void
}

/** Actions on the user itself; each control that can't be used says why. */
export function UserActions({ user, onDelete, onChangePassword, onResetFactors, onGrant }: UserActionsProps) {
  const t = useTexts(['userPage', 'users'])
  const isOwn = useSession()?.accountName === user.accessKey && user.source === 'builtIn'
  const denied = useUserChangesDenied(user.source)
  const grantDenied = useGrantDenied()
  const hasSecondFactor = useHasSecondFactor() && user.source === 'builtIn'
  const ofLdap = user.source === 'ldap' ? t('users:ldap.reason') : undefined
  const noPassword = useHasIam() ? t('changePasswordIam') : undefined
  return (
    <div className={layout.row}>
      <StatusToggle user={user} disabledReason={isOwn ? t('toggleOwn') : denied.enableUser} />
      {grantDenied !== null && (
        <IconAction label={t('grant')} disabledReason={ofLdap ?? grantDenied} onClick={onGrant}>
          <IconUserPlus size={18} />
        </IconAction>
      )}
      <IconAction
        label={t('changePassword')}
        disabledReason={noPassword ?? (isOwn ? t('changePasswordOwn') : denied.createUser)}
        onClick={onChangePassword}
      >
        <IconKey size={18} />
      </IconAction>
      {hasSecondFactor && (
        <IconAction
          label={t('resetFactors')}
          disabledReason={isOwn ? t('resetFactorsOwn') : denied.createUser}
          onClick={onResetFactors}
        >
          <IconShieldX size={18} />
        </IconAction>
      )}
      <IconAction label={t('delete')} disabledReason={isOwn ? t('deleteOwn') : denied.deleteUser} onClick={onDelete}>
        <IconTrash size={18} />
      </IconAction>
    </div>
  )
}

/** Changes immediately; if the storage server refuses, it returns to the stored value. */
function StatusToggle({ user, disabledReason }: { user: User; disabledReason: string | undefined }) {
  const t = useTexts('userPage')
  const change = useChange(updateUser, {
    changes: [getUser, listUsers, getEffectivePermissions],
    goneCodes: 'any',
    notice: ({ status }) => t(status, { name: plainName(user.accessKey) }),
    onError: showError,
  })
  const status = change.isPending ? change.variables.body.status : user.status
  const toggle = (isOn: boolean) => {
    if (disabledReason !== undefined || change.isPending) return
    // Without groups the user keeps those that it has by then.
    change.mutate({ query: { name: user.accessKey }, body: { status: isOn ? 'enabled' : 'disabled' } })
  }
  return (
    <Switch
      className={classes.toggle}
      label={t('toggle')}
      checked={status === 'enabled'}
      onChange={(event) => toggle(event.currentTarget.checked)}
      // Not disabled: then it couldn't be focused, and couldn't show the reason.
      {...explained(disabledReason)}
    />
  )
}

interface IconActionProps {
  label: string
  disabledReason: string | undefined
  onClick: () => void
  children: ReactNode
}

function IconAction({ label, disabledReason, onClick, children }: IconActionProps) {
  return (
    <ActionIcon
      variant="default"
      size={36}
      aria-label={label}
      title={label}
      {...explained(disabledReason)}
      onClick={disabledReason === undefined ? onClick : undefined}
    >
      {children}
    </ActionIcon>
  )
}
