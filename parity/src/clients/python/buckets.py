"""Buckets: listings, policy, CORS, tags; presigned addresses; temporary keys."""

import uuid

import urllib3

from session import KIND, ROOT, client, document, new_bucket, read, refused, s3

web = urllib3.PoolManager(retries=False)
# boto3 presigns with signature version 2 in us-east-1, unless it is told otherwise.
v2, v4 = s3, client(signature_version="s3v4")


def test_makes_finds_and_removes_a_bucket():
    bucket = new_bucket()
    assert s3.head_bucket(Bucket=bucket)["ResponseMetadata"]["HTTPStatusCode"] == 200
    assert bucket in [one["Name"] for one in s3.list_buckets()["Buckets"]]
    assert s3.get_bucket_location(Bucket=bucket)["LocationConstraint"] is None
    s3.put_object(Bucket=bucket, Key="k", Body=b"")
    with refused("BucketNotEmpty", 409):
        s3.delete_bucket(Bucket=bucket)
    s3.delete_object(Bucket=bucket, Key="k")
    s3.delete_bucket(Bucket=bucket)
    with refused("404", 404):
        s3.head_bucket(Bucket=bucket)


def test_pages_through_listings():
    bucket = new_bucket()
    keys = [f"{folder}/{index:02}" for folder in ["a", "b c", "ü+%"] for index in range(7)]
    for key in keys:
        s3.put_object(Bucket=bucket, Key=key, Body=b"x")
    for operation in ["list_objects_v2", "list_objects"]:
        pages = list(s3.get_paginator(operation).paginate(Bucket=bucket, PaginationConfig={"PageSize": 5}))
        assert len(pages) == 5
        assert [one["Key"] for page in pages for one in page["Contents"]] == sorted(keys)
        folders = s3.get_paginator(operation).paginate(Bucket=bucket, Delimiter="/", PaginationConfig={"PageSize": 2})
        assert [one["Prefix"] for page in folders for one in page.get("CommonPrefixes", [])] == ["a/", "b c/", "ü+%/"]
    inside = s3.list_objects_v2(Bucket=bucket, Prefix="b c/", StartAfter="b c/03")
    assert [one["Key"] for one in inside["Contents"]] == ["b c/04", "b c/05", "b c/06"]


def test_waits_for_what_appears_and_goes():
    bucket = new_bucket()
    s3.get_waiter("bucket_exists").wait(Bucket=bucket)
    s3.put_object(Bucket=bucket, Key="k", Body=b"")
    s3.get_waiter("object_exists").wait(Bucket=bucket, Key="k")
    s3.delete_object(Bucket=bucket, Key="k")
    s3.get_waiter("object_not_exists").wait(Bucket=bucket, Key="k")


def test_opens_a_bucket_to_everybody_by_policy():
    bucket = new_bucket()
    s3.put_object(Bucket=bucket, Key="open/k", Body=b"open")
    s3.put_object(Bucket=bucket, Key="closed/k", Body=b"closed")
    url = f"{s3.meta.endpoint_url}/{bucket}"
    assert web.request("GET", f"{url}/open/k").status == 403
    with refused("NoSuchBucketPolicy", 404):
        s3.get_bucket_policy(Bucket=bucket)
    statement = {
        "Effect": "Allow",
        "Principal": {"AWS": ["*"]},
        "Action": ["s3:GetObject"],
        "Resource": [f"arn:aws:s3:::{bucket}/open/*"],
    }
    policy = {"Version": "2012-10-17", "Statement": [statement]}
    s3.put_bucket_policy(Bucket=bucket, Policy=document(policy))
    assert bucket in s3.get_bucket_policy(Bucket=bucket)["Policy"]
    assert web.request("GET", f"{url}/open/k").data == b"open"
    assert web.request("GET", f"{url}/closed/k").status == 403
    assert web.request("PUT", f"{url}/open/new", body=b"x").status == 403
    s3.delete_bucket_policy(Bucket=bucket)
    assert web.request("GET", f"{url}/open/k").status == 403


def test_lets_pages_of_other_origins_in_by_a_cors_configuration():
    bucket = new_bucket()
    rule = {"AllowedOrigins": ["https://app.example"], "AllowedMethods": ["GET"], "ExposeHeaders": ["ETag"]}
    if KIND == "minio":
        with refused("NotImplemented", 501):
            s3.put_bucket_cors(Bucket=bucket, CORSConfiguration={"CORSRules": [rule]})
        return
    with refused("NoSuchCORSConfiguration", 404):
        s3.get_bucket_cors(Bucket=bucket)
    s3.put_bucket_cors(Bucket=bucket, CORSConfiguration={"CORSRules": [rule]})
    assert s3.get_bucket_cors(Bucket=bucket)["CORSRules"] == [rule]
    asked = {"Origin": "https://app.example", "Access-Control-Request-Method": "GET"}
    preflight = web.request("OPTIONS", f"{s3.meta.endpoint_url}/{bucket}/k", headers=asked)
    assert (preflight.status, preflight.headers["access-control-allow-origin"]) == (200, "https://app.example")
    s3.delete_bucket_cors(Bucket=bucket)
    with refused("NoSuchCORSConfiguration", 404):
        s3.get_bucket_cors(Bucket=bucket)


def test_tags_a_bucket():
    bucket = new_bucket()
    with refused("NoSuchTagSet", 404):
        s3.get_bucket_tagging(Bucket=bucket)
    tags = [{"Key": "team", "Value": "oil"}]
    s3.put_bucket_tagging(Bucket=bucket, Tagging={"TagSet": tags})
    assert s3.get_bucket_tagging(Bucket=bucket)["TagSet"] == tags
    s3.delete_bucket_tagging(Bucket=bucket)
    with refused("NoSuchTagSet", 404):
        s3.get_bucket_tagging(Bucket=bucket)


def presigns_reads_and_writes(by):
    bucket = new_bucket()
    put = by.generate_presigned_url("put_object", Params={"Bucket": bucket, "Key": "a b/ü"}, ExpiresIn=60)
    assert web.request("PUT", put, body=b"shared").status == 200
    get = by.generate_presigned_url(
        "get_object", Params={"Bucket": bucket, "Key": "a b/ü", "ResponseContentType": "x/y"}, ExpiresIn=60
    )
    answer = web.request("GET", get)
    assert (answer.data, answer.headers["content-type"]) == (b"shared", "x/y")
    assert web.request("GET", get.replace("x%2Fy", "x%2Fz")).status == 403
    assert web.request("DELETE", get).status == 403
    return put


def test_presigns_reads_and_writes_by_default():
    assert "Signature=" in presigns_reads_and_writes(v2)


def test_presigns_reads_and_writes_with_version_4():
    assert "X-Amz-Signature=" in presigns_reads_and_writes(v4)


def test_presigns_an_upload_with_headers_by_default():
    bucket = new_bucket()
    params = {"Bucket": bucket, "Key": "k", "ContentType": "text/plain", "Metadata": {"colour": "green"}}
    put = v2.generate_presigned_url("put_object", Params=params)
    sent = {"content-type": "text/plain", "x-amz-meta-colour": "green"}
    assert web.request("PUT", put, body=b"x", headers=sent).status == 200
    head = s3.head_object(Bucket=bucket, Key="k")
    assert (head["ContentType"], head["Metadata"]) == ("text/plain", {"colour": "green"})
    assert web.request("PUT", put, body=b"x", headers={**sent, "content-type": "text/html"}).status == 403
    # The address names the headers, so AWS does not ask for them again.
    assert web.request("PUT", put, body=b"x").status == (200 if KIND == "engine" else 403)


def test_presigns_what_is_asked_of_a_bucket_by_default():
    bucket = new_bucket()
    s3.put_object(Bucket=bucket, Key="k", Body=b"x")
    answer = web.request("GET", v2.generate_presigned_url("list_objects_v2", Params={"Bucket": bucket}))
    # It signs a slash behind the bucket.
    assert (answer.status, b"<Key>k</Key>" in answer.data) == ((200, True) if KIND == "engine" else (403, False))


def test_presigns_with_temporary_keys_by_default():
    bucket = new_bucket()
    s3.put_object(Bucket=bucket, Key="k", Body=b"text")
    keys = client("sts", ROOT).assume_role(RoleArn="arn:xxx:xxx:xxx:xxxx", RoleSessionName="presigns")["Credentials"]
    temporary = client(keys=(keys["AccessKeyId"], keys["SecretAccessKey"]), token=keys["SessionToken"])
    answer = web.request("GET", temporary.generate_presigned_url("get_object", Params={"Bucket": bucket, "Key": "k"}))
    # It signs the token in the query like a header, which MinIO does not find there.
    assert answer.status == (200 if KIND == "engine" else 403)
    form = temporary.generate_presigned_post(bucket, "posted")
    answer = web.request("POST", form["url"], fields={**form["fields"], "file": ("name.txt", b"posted")})
    assert (answer.status, read(bucket, "posted")) == (204, b"posted")


def test_signs_its_requests_with_version_2_when_told_to():
    bucket = new_bucket()
    old = client(signature_version="s3")
    old.put_object(Bucket=bucket, Key="a b/ü", Body=b"old", Metadata={"colour": "green"})
    got = old.get_object(Bucket=bucket, Key="a b/ü", ResponseContentType="x/y")
    assert (got["Body"].read(), got["ContentType"], got["Metadata"]) == (b"old", "x/y", {"colour": "green"})
    if KIND == "minio":
        with refused("SignatureDoesNotMatch", 403):
            old.list_objects_v2(Bucket=bucket)
        return
    assert [one["Key"] for one in old.list_objects_v2(Bucket=bucket)["Contents"]] == ["a b/ü"]
    assert old.get_bucket_versioning(Bucket=bucket).get("Status") is None
    old.delete_objects(Bucket=bucket, Delete={"Objects": [{"Key": "a b/ü"}]})
    old.delete_bucket(Bucket=bucket)


def posts_a_form(by):
    bucket = new_bucket()
    form = by.generate_presigned_post(
        bucket,
        "posted/${filename}",
        Fields={"Content-Type": "text/plain"},
        Conditions=[{"Content-Type": "text/plain"}, ["content-length-range", 1, 10]],
        ExpiresIn=60,
    )
    answer = web.request("POST", form["url"], fields={**form["fields"], "file": ("name.txt", b"posted")})
    assert answer.status == 204, answer.data
    assert read(bucket, "posted/name.txt") == b"posted"
    assert s3.head_object(Bucket=bucket, Key="posted/name.txt")["ContentType"] == "text/plain"
    answer = web.request("POST", form["url"], fields={**form["fields"], "file": ("long.txt", b"x" * 11)})
    assert (answer.status, b"<Code>EntityTooLarge</Code>" in answer.data) == (400, True), answer.data
    return form["fields"]


def test_posts_a_form_by_default():
    assert "AWSAccessKeyId" in posts_a_form(v2)


def test_posts_a_form_with_version_4():
    assert "x-amz-signature" in posts_a_form(v4)


def test_works_with_temporary_keys_and_their_policy():
    bucket = new_bucket()
    s3.put_object(Bucket=bucket, Key="k", Body=b"text")
    statement = {"Effect": "Allow", "Action": ["s3:GetObject"], "Resource": [f"arn:aws:s3:::{bucket}/*"]}
    answer = client("sts", ROOT).assume_role(
        RoleArn="arn:xxx:xxx:xxx:xxxx",
        RoleSessionName=f"s{uuid.uuid4().hex[:8]}",
        DurationSeconds=900,
        Policy=document({"Version": "2012-10-17", "Statement": [statement]}),
    )
    keys = answer["Credentials"]
    temporary = client(keys=(keys["AccessKeyId"], keys["SecretAccessKey"]), token=keys["SessionToken"])
    assert temporary.get_object(Bucket=bucket, Key="k")["Body"].read() == b"text"
    with refused("AccessDenied", 403):
        temporary.put_object(Bucket=bucket, Key="k", Body=b"")
    wrong = client(keys=(keys["AccessKeyId"], keys["SecretAccessKey"]), token=f"{keys['SessionToken']}x")
    with refused("InvalidTokenId", 403):
        wrong.get_object(Bucket=bucket, Key="k")
