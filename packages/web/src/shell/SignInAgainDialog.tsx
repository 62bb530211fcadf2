import '../messages/en/sign-in-again.ts'
import {
  getLoginStrategy,
  getSession,
  type LoginProvider,
  login,
  loginCustomToken,
  loginGarage,
  type Session,
} from '@cooperage/contract'
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { jobs } from '../jobs/index.ts'
import { useTexts } from '../messages/use-texts.ts'
import { belowBase, withBase } from '../navigation/navigation.ts'
import { loginPath } from '../navigation/paths/pages.ts'
import {
  awaitSignIn,
  Banner,
  factorRequestOf,
  LOGIN_REFRESH_MS,
  rememberedUsername,
  rememberUsername,
  SecondStep,
  ssoRedirect,
  TokenField,
  useTimeLeft,
} from '../session/index.ts'
import { call } from '../shared/api/call.ts'
import { apiQuery, useApiMutation, useApiQuery } from '../shared/api/use-api.ts'
import { Dialog } from '../shared/Dialog.tsx'
import { ModalForm } from '../shared/ModalForm.tsx'
import { stopUploads } from '../transfers/index.ts'
import classes from './dialogs.module.css'

interface SignInAgainDialogProps {
  session: Session
  /** Expiry of the session by this machine's clock. */
  endsAt: number
  onClose: () => void
}

/** Offers a new session before the current one expires, without leaving the page. */
export function SignInAgainDialog(props: SignInAgainDialogProps) {
  const t = useTexts('session')
  const strategy = useApiQuery(getLoginStrategy, {}, { staleTime: 0, refreshMs: LOGIN_REFRESH_MS })
  if (!strategy.data) return null
  const { providers, customToken } = strategy.data
  if (props.session.way === 'openId') return <ProviderAgain {...props} providers={providers} />
  if (props.session.way === 'customToken') return <TokenAgain {...props} name={customToken} route={loginCustomToken} />
  if (props.session.way === 'garageToken') return <TokenAgain {...props} name={t('garageToken')} route={loginGarage} />
  return props.session.way === 'clusterToken' ? <LoginElsewhere {...props} /> : <FormAgain {...props} />
}

/** Continues with the new session: that of the same account, or of another one, whose pages differ. */
function useRenewed({ session, onClose }: SignInAgainDialogProps): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    // A person may sign in under several names: the storage server reports whose session this is.
    const now = await call(getSession, {})
    if (now.accountName === session.accountName) {
      client.setQueryData(apiQuery(getSession, {}).queryKey, now)
    } else {
      stopUploads()
      jobs.clear()
      await client.resetQueries()
    }
    onClose()
  }
}

function FormAgain(props: SignInAgainDialogProps) {
  const { session, endsAt, onClose } = props
  const t = useTexts(['session', 'signInAgain'])
  const timeLeft = useTimeLeft(endsAt)
  const renewed = useRenewed(props)
  const way = session.way === 'ldap' ? 'ldap' : 'accessKey'
  const [username, setUsername] = useState(() => rememberedUsername() || session.displayName)
  const [password, setPassword] = useState('')
  const [hasCodes, setHasCodes] = useState(false)

  const finish = async () => {
    rememberUsername(username)
    await renewed()
  }
  const signIn = useApiMutation(login, { onSuccess: finish })
  const request = factorRequestOf(signIn.error)
  if (request !== undefined) {
    return (
      <Dialog
        // With the codes the session has begun: only the page doesn't know yet.
        onClose={() => (hasCodes ? void finish() : onClose())}
        closeOnClickOutside={!hasCodes}
        closeOnEscape={!hasCodes}
        title={t('signInAgain:title')}
        size={480}
      >
        <SecondStep
          request={request}
          onSignedIn={() => void finish()}
          onShown={() => setHasCodes(true)}
          onBack={() => signIn.reset()}
          isInDialog
        />
      </Dialog>
    )
  }

  return (
    <ModalForm
      title={t('signInAgain:title')}
      onClose={onClose}
      onSubmit={() => signIn.mutate({ body: { accessKey: username, secretKey: password, way } })}
      submitLabel={t('login')}
      call={signIn}
      disabledReason={username === '' || password === '' ? t('signInAgain:incomplete') : undefined}
    >
      <p className={classes.text}>
        {endsAt > Date.now() ? t('signInAgain:ending', { timeLeft }) : t('signInAgain:ended')}
      </p>
      <TextInput
        label={t('username')}
        name="username"
        autoComplete="username"
        value={username}
        onChange={(event) => setUsername(event.currentTarget.value)}
        description={t('signInAgain:other')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      <PasswordInput
        label={t('password')}
        name="password"
        autoComplete="current-password"
        data-autofocus
        visibilityToggleFocusable
        visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
    </ModalForm>
  )
}

/** With a token of the storage server's identity plugin, or of its administration. */
function TokenAgain(
  props: SignInAgainDialogProps & { name: string; route: typeof loginCustomToken | typeof loginGarage },
) {
  const { endsAt, onClose, name, route } = props
  const t = useTexts(['session', 'signInAgain'])
  const timeLeft = useTimeLeft(endsAt)
  const renewed = useRenewed(props)
  const [token, setToken] = useState('')
  const signIn = useApiMutation(route, { onSuccess: renewed, gcTime: 0 })
  return (
    <ModalForm
      title={t('signInAgain:title')}
      onClose={onClose}
      onSubmit={() => signIn.mutate({ body: { token: token.trim() } })}
      submitLabel={t('login')}
      call={signIn}
      disabledReason={token.trim() === '' ? t('signInAgain:noToken') : undefined}
    >
      <p className={classes.text}>
        {endsAt > Date.now() ? t('signInAgain:ending', { timeLeft }) : t('signInAgain:ended')}
      </p>
      <TokenField name={name} value={token} onChange={setToken} />
    </ModalForm>
  )
}

/** Signs in at the provider in a separate window, so that uploads in this one continue. */
function ProviderAgain(props: SignInAgainDialogProps & { providers: readonly LoginProvider[] }) {
  const { session, endsAt, onClose, providers } = props
  const t = useTexts(['session', 'signInAgain'])
  const timeLeft = useTimeLeft(endsAt)
  const renewed = useRenewed(props)
  const [isBlocked, setBlocked] = useState(false)
  const whenSignedIn = useEffectEvent(() => void renewed())
  useEffect(() => awaitSignIn(whenSignedIn), [])

  const provider = providers.find(({ name }) => name === session.provider)
  const address = ssoRedirect(provider?.redirect ?? '', window.location.hostname)
  const open = () => setBlocked(window.open(address, '_blank', 'popup,width=520,height=680') === null)
  return (
    <Dialog onClose={onClose} title={t('signInAgain:title')} size={480}>
      <p className={classes.text}>
        {endsAt > Date.now() ? t('signInAgain:ending', { timeLeft }) : t('signInAgain:ended')}
      </p>
      {provider && provider.problem !== '' && <Banner>{provider.problem}</Banner>}
      {isBlocked && <Banner>{t('signInAgain:blocked')}</Banner>}
      <div className={classes.buttons}>
        <Button data-autofocus onClick={open} disabled={address === undefined}>
          {t('loginWith', { provider: session.provider })}
        </Button>
      </div>
    </Dialog>
  )
}

/** A token can't be used from within a page. */
function LoginElsewhere({ endsAt, onClose }: SignInAgainDialogProps) {
  const t = useTexts(['session', 'signInAgain'])
  const timeLeft = useTimeLeft(endsAt)
  const { history } = useRouter()
  const leave = () => history.push(withBase(loginPath()), { returnTo: belowBase(history.location.href) })
  return (
    <Dialog onClose={onClose} title={t('signInAgain:title')} size={480}>
      <p className={classes.text}>{t('signInAgain:elsewhere', { timeLeft })}</p>
      <div className={classes.buttons}>
        <Button data-autofocus onClick={leave}>
          {t('signInAgain:goToLogin')}
        </Button>
      </div>
    </Dialog>
  )
}
