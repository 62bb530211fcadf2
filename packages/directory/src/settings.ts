/** How to reach a directory and what to search there: the keys of MinIO's configuration section `identity_ldap`. */

export interface DirectorySettings {
  /** `host` or `host:port`, or the name of an SRV record. */
  address: string
  /** Empty without an SRV record; `ldap` or `ldaps` for the record of that service, `on` for a record of exactly this name. */
  srvRecord: string
  isPlain: boolean
  usesStartTls: boolean
  skipsVerification: boolean
  /** The account that searches. */
  bindDn: string
  bindPassword: string
  userBases: string[]
  userFilter: string
  /** Attributes of users that become claims of their sessions. */
  userAttributes: string[]
  groupBases: string[]
  /** Empty: groups aren't looked up. */
  groupFilter: string
}

export function directorySettings(values: Readonly<Record<string, string | undefined>>): DirectorySettings {
  const text = (key: string) => values[key] ?? ''
  const list = (key: string, separator: string) =>
    text(key)
      .split(separator)
      .map((one) => one.trim())
      .filter((one) => one !== '')
  const isOn = (key: string) => ['1', 't', 'true', 'on', 'enabled'].includes(text(key).toLowerCase())
  return {
    address: text('server_addr'),
    srvRecord: text('srv_record_name'),
    isPlain: isOn('server_insecure'),
    usesStartTls: isOn('server_starttls'),
    skipsVerification: isOn('tls_skip_verify'),
    bindDn: text('lookup_bind_dn'),
    bindPassword: text('lookup_bind_password'),
    userBases: list('user_dn_search_base_dn', ';'),
    userFilter: text('user_dn_search_filter'),
    userAttributes: list('user_dn_attributes', ','),
    groupBases: list('group_search_base_dn', ';'),
    groupFilter: text('group_search_filter'),
  }
}
