import { login } from '@cooperage/contract'
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useApiMutation } from '../shared/api/use-api.ts'
import layout from '../shared/layout.module.css'
import { FailureBanner } from './Banner.tsx'
import { SecondStep } from './index.ts'
import { rememberedUsername, rememberUsername } from './remembered-username.ts'
import { factorRequestOf } from './second-factor/factor-request.ts'
import classes from './session.module.css'
import { useSignedIn } from './use-session.ts'

interface FormLoginProps {
  /** Why the visitor is here. */
  notice: ReactNode
  /** Whether the names are access keys or those of the storage server's LDAP directory. */
  way: 'accessKey' | 'ldap'
}

export function FormLogin({ notice, way }: FormLoginProps) {
  const t = useTexts('session')
  const [username, setUsername] = useState(rememberedUsername)
  const [password, setPassword] = useState('')
  const [isKnownUser] = useState(username !== '')
  const signedIn = useSignedIn()
  const finish = () => {
    rememberUsername(username)
    signedIn()
  }
  const passwordField = useRef<HTMLInputElement>(null)
  const signIn = useApiMutation(login, {
    onSuccess: finish,
    // The disabled button loses the focus; the password is what most likely has to be corrected.
    onError: () => passwordField.current?.select(),
  })
  const request = factorRequestOf(signIn.error)
  // The page is about to navigate; a second submit would sign in twice.
  const isBusy = signIn.isPending || signIn.isSuccess

  const submit = (event: FormEvent) => {
    event.preventDefault()
    signIn.mutate({ body: { accessKey: username, secretKey: password, way } })
  }

  if (request !== undefined) {
    const goBack = () => {
      setPassword('')
      signIn.reset()
    }
    return <SecondStep request={request} onSignedIn={finish} onBack={goBack} />
  }
  return (
    <form className={layout.form} onSubmit={submit}>
      <h1 className={layout.heading}>{t('formTitle')}</h1>
      {signIn.error ? <FailureBanner error={signIn.error} /> : notice}
      <TextInput
        label={t('username')}
        description={way === 'ldap' && t('ldapHint')}
        name="username"
        autoComplete="username"
        autoFocus={!isKnownUser}
        value={username}
        onChange={(event) => setUsername(event.currentTarget.value)}
      />
      <PasswordInput
        ref={passwordField}
        label={t('password')}
        name="password"
        autoComplete="current-password"
        autoFocus={isKnownUser}
        visibilityToggleFocusable
        visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Button
        type="submit"
        fullWidth
        size="md"
        loading={isBusy}
        disabled={username === '' || password === '' || isBusy}
        className={classes.submit}
      >
        {t('login')}
      </Button>
    </form>
  )
}
