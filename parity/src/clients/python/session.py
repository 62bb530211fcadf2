"""The server under test, as boto3 clients with default settings, and things to test with."""

import json
import os
import uuid
from contextlib import contextmanager

import boto3
from botocore.config import Config
from botocore.exceptions import ClientError

ENDPOINT = os.environ["ENDPOINT"]
KIND = os.environ["KIND"]
ROOT = (os.environ["ACCESS_KEY"], os.environ["SECRET_KEY"])


def client(service="s3", keys=ROOT, token=None, **settings):
    return boto3.client(
        service,
        endpoint_url=ENDPOINT,
        region_name="us-east-1",
        aws_access_key_id=keys[0],
        aws_secret_access_key=keys[1],
        aws_session_token=token,
        # A refusal is what is tested; it is not to be tried again.
        config=Config(retries={"total_max_attempts": 1}, **settings),
    )


s3 = client()


def new_bucket():
    name = f"boto3-{uuid.uuid4().hex[:12]}"
    s3.create_bucket(Bucket=name)
    return name


def versioned_bucket():
    name = new_bucket()
    s3.put_bucket_versioning(Bucket=name, VersioningConfiguration={"Status": "Enabled"})
    return name


def read(bucket, key, **options):
    return s3.get_object(Bucket=bucket, Key=key, **options)["Body"].read()


def document(value):
    return json.dumps(value)


@contextmanager
def refused(code, status, error=ClientError):
    """The block has to end in exactly this error."""
    try:
        yield
    except error as caught:
        found = (caught.response["Error"]["Code"], caught.response["ResponseMetadata"]["HTTPStatusCode"])
        assert found == (code, status), f"refused with {found} instead of {(code, status)}"
        return
    raise AssertionError(f"was not refused with {code}")
