/** Identity and access management: users, groups, policies, service accounts and temporary credentials. */
import type { DocumentStore } from '../store/store.ts'
import { AccountPolicies } from './account-policies.ts'
import { DirectoryAccounts } from './directory-accounts.ts'
import { Groups } from './groups.ts'
import { Mappings } from './mappings.ts'
import { Policies } from './policies.ts'
import { ServiceAccounts } from './service-accounts.ts'
import { IamTables, type TableOptions } from './tables.ts'
import { TemporaryCredentialsTable } from './temporary-credentials.ts'
import { Users } from './users.ts'

export interface Iam {
  users: Users
  groups: Groups
  policies: Policies
  mappings: Mappings
  accountPolicies: AccountPolicies
  serviceAccounts: ServiceAccounts
  temporaryCredentials: TemporaryCredentialsTable
  directoryAccounts: DirectoryAccounts
  /**
   * Commits all changes that `run` makes through its parameter together: after a crash all of them are kept or none. `run` must
   * not change anything else of IAM, which would wait for the transaction.
   */
  transaction<Result>(run: (iam: Accounts) => Promise<Result>): Promise<Result>
}

/** What a transaction can change. */
export type Accounts = Omit<Iam, 'transaction'>

/** `root` is the access key of root, which no other account may use. */
export function openIam(documents: DocumentStore, root: string, options?: TableOptions): Iam {
  const tables = new IamTables(documents, options)
  return {
    ...accountsIn(tables, root),
    transaction: (run) => tables.transaction((copy) => run(accountsIn(copy, root))),
  }
}

function accountsIn(tables: IamTables, root: string): Accounts {
  const policies = new Policies(tables)
  return {
    users: new Users(tables),
    groups: new Groups(tables, root),
    policies,
    mappings: new Mappings(tables, policies, root),
    accountPolicies: new AccountPolicies(tables, policies),
    serviceAccounts: new ServiceAccounts(tables, root),
    temporaryCredentials: new TemporaryCredentialsTable(tables, root),
    directoryAccounts: new DirectoryAccounts(tables),
  }
}

/** Whether the access key belongs to a service account or to valid temporary credentials instead of a user. */
export function isDerivedKey({ serviceAccounts, temporaryCredentials }: Accounts, accessKey: string): boolean {
  return serviceAccounts.get(accessKey) !== undefined || temporaryCredentials.find(accessKey) !== undefined
}
