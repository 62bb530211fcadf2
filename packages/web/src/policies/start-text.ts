/** What a new policy starts from: nothing that it allows, and every field that one needs. */
export const START_TEXT = `{
  "Version": "2012-10-17",
  "Statement": [
    {
      "Effect": "Allow",
      "Action": [],
      "Resource": []
    }
  ]
}`
