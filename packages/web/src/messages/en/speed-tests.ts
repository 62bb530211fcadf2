import { messages } from '../messages.ts'

/** The page of the speed tests. */
export const speedTests = messages('speedTests', {
  title: 'Speed tests',
  purpose: 'How fast the storage server reads, writes and receives, and how that has changed',
  tabs: 'Kinds of tests',
  locked: 'A test is running. Cancel it first, or wait until it ends.',
  kinds: { object: 'Objects', drive: 'Drives', network: 'Network', client: 'Client' },
  headings: {
    object: 'Uploads and downloads of objects',
    drive: 'Writing to drives and reading from them',
    network: 'Between the nodes',
    client: 'From this console to the storage server',
  },
  about: {
    object:
      'Each node uploads objects of random data, then downloads them. This includes erasure coding, drives and the network between the nodes.',
    drive:
      'Each node writes files to its drives, past the cache of the operating system, reads them, and deletes them.',
    network: 'Each node sends to all others at the same time.',
    client:
      'This console sends random data, which the storage server throws away. Your browser takes no part: this measures the network between both servers.',
  },
  fields: {
    size: 'Size of an object',
    seconds: 'Duration in seconds',
    concurrency: 'Requests at the same time',
    bucket: 'Bucket',
    tune: 'Find the best number of requests',
    fileSize: 'Size of a file',
    blockSize: 'Size of a block',
    serial: 'One drive at a time',
  },
  hints: {
    size: 'For example: 64 MiB for throughput, 4 KiB for requests per second',
    seconds: 'Of uploads, and of downloads. For example: 10',
    concurrency: 'On each node. For example: 32',
    bucket: 'Empty for one that the server creates for the test. Nothing may be below speedtest/ in it.',
    tune: 'Repeats the test with more requests until that isn’t faster, which takes several times as long',
    fileSize: 'MinIO writes four such files to each drive. For example: 1 GiB',
    blockSize: 'Written and read at a time. For example: 4 MiB',
    serial: 'Some versions of MinIO measure nothing this way.',
  },
  wrong: {
    range: 'Enter a whole number from {{min}} to {{max}}.',
    sectors: 'Enter a multiple of {{sector}} from {{min}} to {{max}}.',
    bucket: 'Enter the name of a bucket, or nothing.',
    first: 'Correct the options first.',
  },
  start: {
    action: 'Start test',
    title: 'Test the speed of {{host}}',
    warnings: {
      object:
        'The test will use all of the cluster. MinIO will answer no S3 request of any client until it has ended, and it will write as many objects as it can in its time.',
      drive:
        'The test will use the drives as much as it can. MinIO will answer no S3 request of any client until it has ended.',
      network:
        'The test will use the network between the nodes as much as it can. MinIO will answer no S3 request of any client until it has ended.',
      client: 'The test will use the network to the storage server as much as it can, which slows down its clients.',
    },
    ends: 'The test will end early if you cancel it, leave this page or close the tab.',
    leaves:
      'MinIO deletes everything below speedtest/ in {{bucket}} afterwards, unless the test ends early: then its objects stay there until you delete them.',
  },
  cancel: 'Cancel test',
  running: 'The test is running. It ends if you leave this page.',
  canceled: 'The test was canceled. It isn’t kept.',
  notKept: 'The database of this console is unavailable, so this run isn’t kept. Export it now.',
  untilThen: 'Measured until then',
  soFar: 'Results so far',
  elapsed: 'Running for {{time}}',
  result: 'Result',
  rates: {
    object: { write: 'Uploads', read: 'Downloads' },
    drive: { write: 'Written', read: 'Read' },
    network: { write: 'Sent', read: 'Received' },
    client: { write: 'Sent', read: 'Received' },
  },
  change: '{{change}} compared with the run before',
  perSecond: '{{number}} per second',
  nothingMeasured:
    'The storage server measured nothing. If you tested one drive at a time, test all of them together: some versions of MinIO can’t do otherwise.',
  objects: {
    size: 'Size of an object',
    concurrency: 'Requests at the same time',
    drives: 'Drives',
    uploads: 'Uploaded objects',
    downloads: 'Downloaded objects',
    uploadTimes: 'Time of an upload',
    downloadTimes: 'Time of a download',
    firstByteTimes: 'Time to first byte',
    times: '{{median}} (median), {{p99}} (99 of 100)',
  },
  places: {
    label: 'Nodes and drives',
    node: 'Node',
    drive: 'Drive',
    left_one: '{{number}} more isn’t listed.',
    left_other: '{{number}} more aren’t listed.',
  },
  runs: {
    title: 'Earlier runs',
    hint: 'The console keeps the latest {{number}} runs. Changes are compared with the run before that had the same options.',
    empty: 'There are no runs yet.',
    started: 'Started',
    options: 'Options',
    account: 'Started by',
    show: 'Details',
    details: 'Run of {{time}}',
    close: 'Close',
    csv: 'Export CSV',
    json: 'Export JSON',
    file: 'files of {{size}}',
    block: 'blocks of {{size}}',
    seconds_one: '{{number}} second',
    seconds_other: '{{number}} seconds',
    requests_one: '{{number}} request',
    requests_other: '{{number}} requests',
    tuned: 'tuned',
    serial: 'one drive at a time',
  },
  oneNode: {
    title: 'Only one node',
    hint: 'This test measures the network between the nodes of a storage server, and this one has a single node.',
  },
  notOffered: {
    title: 'No test of objects',
    hint: 'The embedded engine has no such test. Test its drive instead.',
  },
  failures: {
    NoSuchBucket: 'The bucket doesn’t exist. Create it first, or leave the field empty.',
    NotInThisSetup:
      'The storage server doesn’t support this test. MinIO has it since 2022, and the one of the network needs several nodes.',
    SpeedTestFailed: 'The storage server ended the test without a result. See its log, then try again.',
    SpeedTestFolderInUse:
      'The bucket has objects or old versions below speedtest/, which the storage server would delete after the test. Choose another bucket, or move them first.',
    SpeedTestRunning: 'Another speed test is running on this storage server. Wait until it ends.',
    SpeedTestBucketDenied:
      'Root access is off on the storage server, so this test needs your permission to read and write minio-perf-test-tmp-bucket. Ask for a policy that allows s3:GetObject and s3:PutObject on it.',
    SpeedTestSpace:
      'There isn’t enough free space for this test. Choose smaller objects or files, or fewer requests at the same time.',
    StorageTimeout: 'The storage server didn’t respond in time. The test was ended.',
    StorageUnreachable: 'The connection to the storage server broke, which ended the test.',
    noSocket: 'The connection to the console broke, which ended the test.',
    other: 'The test failed. See the log of the console.',
  },
})
