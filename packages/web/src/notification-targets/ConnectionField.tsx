import { NativeSelect, PasswordInput, SegmentedControl, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { ConfigurationField, type ConfigurationFieldProps } from '../settings/ConfigurationField.tsx'
import layout from '../shared/layout.module.css'
import {
  BLANK_PARTS,
  type ConnectionParts,
  mysqlConnection,
  postgresConnection,
  SSL_MODES,
} from './connection-string.ts'
import classes from './notification-targets.module.css'

/** Fields that replace the plain input of a key. */
export const CONNECTION_FIELDS = { connection_string: PostgresField, dsn_string: MysqlField }

function PostgresField(props: ConfigurationFieldProps) {
  return <ConnectionField {...props} build={postgresConnection} hasSslMode />
}

function MysqlField(props: ConfigurationFieldProps) {
  return <ConnectionField {...props} build={mysqlConnection} />
}

interface ConnectionFieldProps extends ConfigurationFieldProps {
  build: (parts: ConnectionParts) => string
  hasSslMode?: boolean
}

/** A connection to a database, entered by parts or as text. A stored one is a secret, and can only be replaced. */
function ConnectionField({ build, hasSslMode = false, ...props }: ConnectionFieldProps) {
  const t = useTexts('notificationTargets')
  const { field, onChange, error } = props
  const [mode, setMode] = useState<'parts' | 'text'>(field.source === 'default' ? 'parts' : 'text')
  const [parts, setParts] = useState(BLANK_PARTS)
  const set = (part: Partial<ConnectionParts>) => {
    const changed = { ...parts, ...part }
    setParts(changed)
    onChange(build(changed))
  }
  const input = (name: 'host' | 'port' | 'dbname' | 'user', isRequired = false) => (
    <TextInput
      label={t(`connection.${name}`)}
      withAsterisk={isRequired}
      inputMode={name === 'port' ? 'numeric' : 'text'}
      value={parts[name]}
      onChange={(event) => set({ [name]: event.currentTarget.value.trim() })}
    />
  )
  if (field.variable !== '') return <ConfigurationField {...props} />
  return (
    <fieldset className={classes.connection}>
      <legend>{field.key}</legend>
      <SegmentedControl
        aria-label={t('connection.label')}
        data={[
          { value: 'parts', label: t('connection.parts') },
          { value: 'text', label: t('connection.text') },
        ]}
        value={mode}
        onChange={(value) => {
          setMode(value === 'text' ? 'text' : 'parts')
          onChange(value === 'text' ? '' : build(parts))
        }}
      />
      {mode === 'text' ? (
        <ConfigurationField {...props} />
      ) : (
        <>
          <div className={classes.pair}>
            {input('host', true)}
            {input('port')}
            {input('dbname', true)}
            {hasSslMode && (
              <NativeSelect
                label={t('connection.sslmode')}
                data={SSL_MODES}
                value={parts.sslmode}
                onChange={(event) => set({ sslmode: event.currentTarget.value })}
              />
            )}
            {input('user')}
            <PasswordInput
              label={t('connection.password')}
              // A browser must not fill in the visitor's own password.
              autoComplete="off"
              visibilityToggleFocusable
              visibilityToggleButtonProps={{ 'aria-label': t('connection.showPassword') }}
              value={parts.password}
              onChange={(event) => set({ password: event.currentTarget.value })}
            />
          </div>
          {error && (
            <p role="alert" className={classes.failure}>
              {error}
            </p>
          )}
          <p className={layout.note}>{field.description}</p>
        </>
      )}
    </fieldset>
  )
}
