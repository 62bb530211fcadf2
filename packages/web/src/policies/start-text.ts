/** The template of a new policy: it allows nothing, and has every required field. */
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
