import { loginOperator } from '@cooperage/contract'
import { Button, PasswordInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useApiMutation } from '../shared/api/use-api.ts'
import layout from '../shared/layout.module.css'
import { FailureBanner } from './Banner.tsx'
import classes from './session.module.css'
import { useSignedIn } from './use-session.ts'

interface OperatorLoginProps {
  /** Why the visitor is here. */
  notice: ReactNode
}

export function OperatorLogin({ notice }: OperatorLoginProps) {
  const t = useTexts('session')
  const [jwt, setJwt] = useState('')
  const signedIn = useSignedIn()
  const signIn = useApiMutation(loginOperator, { onSuccess: signedIn })
  const isBusy = signIn.isPending || signIn.isSuccess

  const submit = (event: FormEvent) => {
    event.preventDefault()
    signIn.mutate({ body: { jwt: jwt.trim() } })
  }

  return (
    <form className={layout.form} onSubmit={submit}>
      <h1 className={layout.heading}>{t('operatorTitle')}</h1>
      {signIn.error ? <FailureBanner error={signIn.error} /> : notice}
      <PasswordInput
        label={t('jwt')}
        description={t('jwtHint')}
        name="jwt"
        autoComplete="off"
        autoFocus
        visibilityToggleFocusable
        visibilityToggleButtonProps={{ 'aria-label': t('showToken') }}
        value={jwt}
        onChange={(event) => setJwt(event.currentTarget.value)}
      />
      <Button
        type="submit"
        fullWidth
        size="md"
        loading={isBusy}
        disabled={jwt.trim() === '' || isBusy}
        className={classes.submit}
      >
        {t('login')}
      </Button>
    </form>
  )
}
