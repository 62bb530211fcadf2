/** Everyday S3 tasks on the command line, in the syntax of each client. */
import type { Outcome, Run } from './run.ts'

export interface DailyClient {
  makeBucket(bucket: string): string[]
  /** Everything in a folder, below a prefix that ends with a slash. */
  upload(folder: string, bucket: string, prefix: string): string[]
  download(bucket: string, prefix: string, folder: string): string[]
  /** Syncs the folder to the prefix. */
  sync(folder: string, bucket: string, prefix: string): string[]
  /** The names of the files that a sync uploaded or deleted. */
  changed(outcome: Outcome): string[]
  list(bucket: string): string[]
  /** The keys in a listing. */
  listed(outcome: Outcome): string[]
  remove(bucket: string, key: string): string[]
  presign(bucket: string, key: string): string[]
  /** Including its contents. */
  removeBucket(bucket: string): string[][]
}

const lines = (text: string) => text.split('\n').filter((line) => line !== '')

/** The groups of all lines that match, sorted. */
function matches(text: string, pattern: RegExp): string[] {
  return lines(text)
    .flatMap((line) => pattern.exec(line)?.[1] ?? [])
    .sort()
}

const awsCli: DailyClient = {
  makeBucket: (bucket) => ['s3', 'mb', `s3://${bucket}`],
  upload: (folder, bucket, prefix) => ['s3', 'cp', '--no-progress', '--recursive', folder, `s3://${bucket}/${prefix}`],
  download: (bucket, prefix, folder) => [
    's3',
    'cp',
    '--no-progress',
    '--recursive',
    `s3://${bucket}/${prefix}`,
    folder,
  ],
  sync: (folder, bucket, prefix) => ['s3', 'sync', '--no-progress', '--delete', folder, `s3://${bucket}/${prefix}`],
  changed: ({ stdout }) => matches(stdout, /^(?:upload: .* to|delete:) s3:\/\/[^/]+\/[^/]+\/(.*?)\s*$/),
  list: (bucket) => ['s3', 'ls', '--recursive', `s3://${bucket}`],
  listed: ({ stdout }) => matches(stdout, /^\S+ \S+ +\d+ (.*)$/),
  remove: (bucket, key) => ['s3', 'rm', `s3://${bucket}/${key}`],
  presign: (bucket, key) => ['s3', 'presign', `s3://${bucket}/${key}`],
  removeBucket: (bucket) => [['s3', 'rb', '--force', `s3://${bucket}`]],
}

const s5cmd: DailyClient = {
  makeBucket: (bucket) => ['mb', `s3://${bucket}`],
  upload: (folder, bucket, prefix) => ['cp', '--part-size', '5', `${folder}/`, `s3://${bucket}/${prefix}`],
  download: (bucket, prefix, folder) => ['cp', `s3://${bucket}/${prefix}*`, `${folder}/`],
  sync: (folder, bucket, prefix) => ['sync', '--delete', `${folder}/`, `s3://${bucket}/${prefix}`],
  changed: ({ stdout }) => matches(stdout, /^(?:cp .*|rm) s3:\/\/[^/]+\/[^/]+\/(.*)$/),
  list: (bucket) => ['ls', `s3://${bucket}/*`],
  listed: ({ stdout }) => matches(stdout, /^\S+ \S+ +\d+ {2}(.*)$/),
  remove: (bucket, key) => ['rm', `s3://${bucket}/${key}`],
  presign: (bucket, key) => ['presign', `s3://${bucket}/${key}`],
  removeBucket: (bucket) => [
    ['rm', `s3://${bucket}/*`],
    ['rb', `s3://${bucket}`],
  ],
}

const rclone: DailyClient = {
  makeBucket: (bucket) => ['mkdir', `it:${bucket}`],
  upload: (folder, bucket, prefix) => ['copy', folder, `it:${bucket}/${prefix}`],
  download: (bucket, prefix, folder) => ['copy', `it:${bucket}/${prefix}`, folder],
  sync: (folder, bucket, prefix) => ['sync', '-v', folder, `it:${bucket}/${prefix}`],
  changed: ({ stderr }) => matches(stderr, /INFO {2}: (.*): (?:Copied|Deleted)/),
  list: (bucket) => ['lsf', '--recursive', '--files-only', `it:${bucket}`],
  listed: ({ stdout }) => lines(stdout).sort(),
  remove: (bucket, key) => ['deletefile', `it:${bucket}/${key}`],
  presign: (bucket, key) => ['link', `it:${bucket}/${key}`],
  removeBucket: (bucket) => [['purge', `it:${bucket}`]],
}

export const DAILY_CLIENTS = { awscli: awsCli, s5cmd, rclone }

/** The output of a successful run. */
export async function succeed(run: Run, args: readonly string[]): Promise<Outcome> {
  const outcome = await run(...args)
  if (outcome.exitCode !== 0)
    throw new Error(`${args.join(' ')} ended with ${outcome.exitCode}: ${outcome.stdout}${outcome.stderr}`)
  return outcome
}
