import { login, logout } from '@cooperage/contract'
import { Button } from '@mantine/core'
import { IconLogin } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withBase } from '../../navigation/navigation.ts'
import { homePath } from '../../navigation/paths/pages.ts'
import { call } from '../../shared/api/call.ts'
import layout from '../../shared/layout.module.css'
import { plainName } from '../../shared/text/visible-name.ts'

interface SignInAsProps {
  accessKey: string
  secretKey: string
}

/** Ends the session and begins one with the keys that were just created, to see what their user sees. */
export function SignInAs(keys: SignInAsProps) {
  const { t } = useTranslation('grants')
  const [isBusy, setBusy] = useState(false)
  const signIn = async () => {
    setBusy(true)
    try {
      // Signing out revokes the keys of the session, which a second sign-in would leave.
      await call(logout, {})
      await call(login, { body: keys })
    } finally {
      // A new page, because everything on this one is of the session before. Without a session it is the login page.
      window.location.assign(withBase(homePath()))
    }
  }
  return (
    <div className={layout.row}>
      <Button variant="default" leftSection={<IconLogin size={16} />} loading={isBusy} onClick={() => void signIn()}>
        {t('signInAs', { name: plainName(keys.accessKey) })}
      </Button>
      <span className={layout.note}>{t('signInAsHint')}</span>
    </div>
  )
}
