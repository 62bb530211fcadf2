import {
  AppError,
  detailText,
  MIN_SECRET_KEY_LENGTH,
  reasonText,
  secretKeyProblem,
  type Text,
} from '@cooperage/contract'
import {
  accountInfo,
  getUser,
  listUsers,
  type StorageClient,
  StorageError,
  type UserInfo,
} from '@cooperage/storage-client'
import { type Subject, toAppError, withStorageErrors } from '../shared/storage-errors.ts'

/** @throws AppError NoSuchUser, AccessDenied */
export function readUser(storage: StorageClient, name: string): Promise<UserInfo> {
  return withUserErrors({ action: 'admin:GetUser', user: name }, getUser(storage, name))
}

/**
 * The user of this name, if there is one. For visitors who may not read users it is looked up in the list.
 * @throws AppError AccessDenied for visitors who may neither read nor list users
 */
export async function findUser(storage: StorageClient, name: string): Promise<UserInfo | undefined> {
  try {
    return await readUser(storage, name)
  } catch (error) {
    if (error instanceof AppError && error.code === 'NoSuchUser') return undefined
    if (!isDenied(error)) throw error
    try {
      const users = await withStorageErrors({ action: 'admin:ListUsers' }, listUsers(storage))
      return users.find((user) => user.name === name)
    } catch (failure) {
      if (!isDenied(failure)) throw failure
      throw new AppError('AccessDenied', error.details, {
        cause: failure,
        detailedMessage: detailText('userReadFirst'),
      })
    }
  }
}

/** @throws AppError NoSuchUser, AccessDenied */
export async function requireUser(storage: StorageClient, name: string): Promise<UserInfo> {
  const user = await findUser(storage, name)
  if (user === undefined) throw new AppError('NoSuchUser', { user: name })
  return user
}

/** How storage servers refuse names that no user has: those of service accounts, and relative paths. */
const NO_USER = new Set(['XMinioIAMActionNotAllowed', 'XMinioInvalidResourceName'])

/** Like `withStorageErrors`, for calls about an existing user. */
export async function withUserErrors<T>(subject: Subject & { user: string }, call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    if (NO_USER.has(error.code)) throw new AppError('NoSuchUser', { user: subject.user }, { cause: error })
    throw toAppError(error, subject)
  }
}

/**
 * Whether it is too long is left to the storage server: some accept longer secret keys of users than of service accounts.
 * @throws AppError InvalidSecretKey
 */
export function requireSecretKey(secretKey: string): void {
  if (secretKeyProblem(secretKey) === 'tooShort') {
    throw new AppError('InvalidSecretKey', {
      reason: reasonText('secretKeyTooShort', { minSecretKeyLength: MIN_SECRET_KEY_LENGTH }),
    })
  }
}

/** Why storage servers refuse the name of a new user. */
const NAME_PROBLEMS: Record<string, Text> = {
  XMinioAdminInvalidAccessKey: reasonText('commaOrEqualsRefused'),
  XMinioInvalidResource: reasonText('edgeSpace'),
  XMinioInvalidResourceName: reasonText('dotSegment'),
  XMinioInvalidObjectName: reasonText('tooLong'),
  // Of IAM.
  ValidationError: reasonText('iamNameCharacters'),
}

/** Like `withStorageErrors`, for the call that creates a user or replaces its secret key. */
export async function withNewUserErrors(name: string, saving: Promise<void>): Promise<void> {
  try {
    await saving
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    const reason = NAME_PROBLEMS[error.code]
    if (reason !== undefined) throw new AppError('InvalidAccessKey', { reason }, { cause: error })
    // In other calls the code means an unknown key. Here it is returned for the keys of root and of service accounts.
    if (error.code === 'XMinioInvalidIAMCredentials') throw new AppError('ReservedAccessKey', { user: name })
    throw toAppError(error, { action: 'admin:CreateUser', user: name })
  }
}

/**
 * Detects that another console or client created a user of the same name at the same time: its call replaced the secret key.
 * The protocol has no condition "if there is no such user", so one case stays undetected: a client that looked before this
 * user was created and creates it after this check. Then both report success, and the secret key of the later one is valid.
 * @throws AppError UserExists
 */
export async function requireNotReplaced(storage: StorageClient, name: string, secretKey: string): Promise<void> {
  try {
    await accountInfo({ ...storage, credentials: { accessKey: name, secretKey } })
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    // Anything else proves nothing: another server of the cluster may not have the user yet. The user was created.
    if (error.code === 'SignatureDoesNotMatch') throw new AppError('UserExists', { user: name }, { cause: error })
  }
}

function isDenied(error: unknown): error is AppError {
  return error instanceof AppError && error.code === 'AccessDenied'
}
