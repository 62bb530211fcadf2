/** A part of AWS with its own accounts: where its IAM is, and which region signs requests to it. */
interface Partition {
  /** In ARNs: `arn:aws-cn:iam::aws:policy/ReadOnlyAccess`. */
  name: string
  /** The end of the host names of its services. */
  hosts: RegExp
  iamUrl: string
  iamRegion: string
}

const PARTITIONS: readonly Partition[] = [
  {
    name: 'aws-cn',
    hosts: /\.amazonaws\.com\.cn$/,
    iamUrl: 'https://iam.cn-north-1.amazonaws.com.cn',
    iamRegion: 'cn-north-1',
  },
  {
    name: 'aws-us-gov',
    hosts: /\.us-gov(-[a-z]+-\d)?\.amazonaws\.com$/,
    iamUrl: 'https://iam.us-gov.amazonaws.com',
    iamRegion: 'us-gov-west-1',
  },
  { name: 'aws', hosts: /\.amazonaws\.com$/, iamUrl: 'https://iam.amazonaws.com', iamRegion: 'us-east-1' },
]

/** The partition of AWS that a host belongs to; undefined for hosts of others. */
export function awsPartition({ hostname }: URL): Partition | undefined {
  return PARTITIONS.find(({ hosts }) => hosts.test(hostname))
}

/** What the console writes, and what policies copied from documentation have. */
const FIRST_ARN = /"arn:aws:(s3|iam):/g

/** The text of a policy with the ARNs of the partition that it is sent to: the others refuse those of the first one. */
export function inPartition(url: URL, policy: string): string {
  const name = awsPartition(url)?.name ?? 'aws'
  return name === 'aws' ? policy : policy.replaceAll(FIRST_ARN, `"arn:${name}:$1:`)
}
