"""Objects: put, get, conditions, copies, tags, checksums, deletions."""

import base64
import io
import zlib

from botocore.exceptions import ClientError

from session import KIND, client, new_bucket, read, refused, s3

BODY = b"0123456789" * 1000


def test_puts_and_gets_with_metadata_and_headers():
    bucket = new_bucket()
    put = s3.put_object(
        Bucket=bucket,
        Key="ordner/ünï 日本 +%.txt",
        Body=BODY,
        ContentType="text/plain",
        ContentLanguage="de",
        CacheControl="no-cache",
        ContentDisposition='attachment; filename="x"',
        Metadata={"colour": "green"},
    )
    got = s3.get_object(Bucket=bucket, Key="ordner/ünï 日本 +%.txt")
    assert got["Body"].read() == BODY
    assert got["ETag"] == put["ETag"]
    assert got["ContentLength"] == len(BODY)
    assert got["ContentType"] == "text/plain"
    assert got["ContentLanguage"] == "de"
    assert got["CacheControl"] == "no-cache"
    assert got["ContentDisposition"] == 'attachment; filename="x"'
    assert got["Metadata"] == {"colour": "green"}


def test_streams_a_body_and_reads_it_in_lines():
    bucket = new_bucket()
    s3.put_object(Bucket=bucket, Key="lines", Body=io.BytesIO(b"one\ntwo\nthree\n"))
    body = s3.get_object(Bucket=bucket, Key="lines")["Body"]
    assert list(body.iter_lines()) == [b"one", b"two", b"three"]


def test_reads_ranges():
    bucket = new_bucket()
    s3.put_object(Bucket=bucket, Key="k", Body=BODY)
    got = s3.get_object(Bucket=bucket, Key="k", Range="bytes=5-14")
    assert (got["Body"].read(), got["ContentRange"]) == (b"5678901234", "bytes 5-14/10000")
    assert read(bucket, "k", Range="bytes=-3") == b"789"
    with refused("InvalidRange", 416):
        s3.get_object(Bucket=bucket, Key="k", Range="bytes=10000-")


def test_overrides_headers_of_an_answer():
    bucket = new_bucket()
    s3.put_object(Bucket=bucket, Key="k", Body=BODY)
    got = s3.get_object(Bucket=bucket, Key="k", ResponseContentType="x/y", ResponseContentDisposition="inline")
    assert (got["ContentType"], got["ContentDisposition"]) == ("x/y", "inline")


def test_honours_conditions_of_reads():
    bucket = new_bucket()
    etag = s3.put_object(Bucket=bucket, Key="k", Body=BODY)["ETag"]
    assert read(bucket, "k", IfMatch=etag) == BODY
    with refused("PreconditionFailed", 412):
        s3.get_object(Bucket=bucket, Key="k", IfMatch='"other"')
    with refused("304", 304):
        s3.get_object(Bucket=bucket, Key="k", IfNoneMatch=etag)


def test_honours_conditions_of_writes():
    bucket = new_bucket()
    etag = s3.put_object(Bucket=bucket, Key="k", Body=b"first", IfNoneMatch="*")["ETag"]
    with refused("PreconditionFailed", 412):
        s3.put_object(Bucket=bucket, Key="k", Body=b"again", IfNoneMatch="*")
    with refused("PreconditionFailed", 412):
        s3.put_object(Bucket=bucket, Key="k", Body=b"again", IfMatch='"other"')
    s3.put_object(Bucket=bucket, Key="k", Body=b"second", IfMatch=etag)
    assert read(bucket, "k") == b"second"


def test_copies_with_and_without_new_metadata():
    bucket, other = new_bucket(), new_bucket()
    s3.put_object(Bucket=bucket, Key="a b", Body=BODY, ContentType="text/plain", Metadata={"x": "1"})
    source = {"Bucket": bucket, "Key": "a b"}
    s3.copy_object(Bucket=other, Key="kept", CopySource=source)
    kept = s3.get_object(Bucket=other, Key="kept")
    assert (kept["Body"].read(), kept["ContentType"], kept["Metadata"]) == (BODY, "text/plain", {"x": "1"})
    s3.copy_object(
        Bucket=bucket,
        Key="a b",
        CopySource=source,
        MetadataDirective="REPLACE",
        Metadata={"y": "2"},
        ContentType="text/html",
    )
    replaced = s3.head_object(Bucket=bucket, Key="a b")
    assert (replaced["ContentType"], replaced["Metadata"]) == ("text/html", {"y": "2"})
    with refused("InvalidRequest", 400):
        s3.copy_object(Bucket=bucket, Key="a b", CopySource=source)
    with refused("NoSuchKey", 404, s3.exceptions.NoSuchKey):
        s3.copy_object(Bucket=bucket, Key="c", CopySource={"Bucket": bucket, "Key": "missing"})


def test_tags_an_object():
    bucket = new_bucket()
    s3.put_object(Bucket=bucket, Key="k", Body=b"", Tagging="colour=green&size=a%20b")
    tags = [{"Key": "colour", "Value": "green"}, {"Key": "size", "Value": "a b"}]
    assert s3.get_object_tagging(Bucket=bucket, Key="k")["TagSet"] == tags
    assert s3.get_object(Bucket=bucket, Key="k")["TagCount"] == 2
    s3.put_object_tagging(Bucket=bucket, Key="k", Tagging={"TagSet": [{"Key": "one", "Value": "1"}]})
    assert s3.get_object_tagging(Bucket=bucket, Key="k")["TagSet"] == [{"Key": "one", "Value": "1"}]
    s3.delete_object_tagging(Bucket=bucket, Key="k")
    assert s3.get_object_tagging(Bucket=bucket, Key="k")["TagSet"] == []


def test_sends_a_checksum_of_its_own_accord_and_gets_it_back():
    bucket = new_bucket()
    put = s3.put_object(Bucket=bucket, Key="k", Body=BODY)
    crc32 = base64.b64encode(zlib.crc32(BODY).to_bytes(4, "big")).decode()
    assert put["ChecksumCRC32"] == crc32
    head = s3.head_object(Bucket=bucket, Key="k", ChecksumMode="ENABLED")
    assert (head["ChecksumCRC32"], head["ChecksumType"]) == (crc32, "FULL_OBJECT")
    # It verifies what it reads against the stored one by itself.
    assert read(bucket, "k") == BODY


def test_sends_each_checksum_that_python_can_make():
    bucket = new_bucket()
    for algorithm in ["CRC32", "SHA1", "SHA256"]:
        put = s3.put_object(Bucket=bucket, Key=algorithm, Body=BODY, ChecksumAlgorithm=algorithm)
        field = f"Checksum{algorithm}"
        head = s3.head_object(Bucket=bucket, Key=algorithm, ChecksumMode="ENABLED")
        assert head[field] == put[field]


def test_is_refused_a_body_that_does_not_match_its_checksum():
    bucket = new_bucket()
    with refused("BadDigest" if KIND == "engine" else "XAmzContentChecksumMismatch", 400):
        s3.put_object(Bucket=bucket, Key="k", Body=BODY, ChecksumCRC32="AAAAAA==")
    with refused("BadDigest", 400):
        s3.put_object(Bucket=bucket, Key="k", Body=BODY, ContentMD5="AAAAAAAAAAAAAAAAAAAAAA==")


def test_tells_the_attributes_of_an_object():
    bucket = new_bucket()
    etag = s3.put_object(Bucket=bucket, Key="k", Body=BODY)["ETag"]
    wanted = ["ETag", "ObjectSize", "StorageClass", "Checksum"]
    attributes = s3.get_object_attributes(Bucket=bucket, Key="k", ObjectAttributes=wanted)
    assert (attributes["ETag"], attributes["ObjectSize"]) == (etag.strip('"'), len(BODY))
    assert attributes["StorageClass"] == "STANDARD"
    assert attributes["Checksum"]["ChecksumType"] == "FULL_OBJECT"


def test_deletes_many():
    bucket = new_bucket()
    keys = [f"k{index}" for index in range(1000)]
    for key in keys[:5]:
        s3.put_object(Bucket=bucket, Key=key, Body=b"")
    deleted = s3.delete_objects(Bucket=bucket, Delete={"Objects": [{"Key": key} for key in keys]})
    assert sorted(one["Key"] for one in deleted["Deleted"]) == sorted(keys)
    assert "Errors" not in deleted
    quiet = s3.delete_objects(Bucket=bucket, Delete={"Objects": [{"Key": "k0"}], "Quiet": True})
    assert "Deleted" not in quiet
    assert s3.list_objects_v2(Bucket=bucket)["KeyCount"] == 0


def test_names_what_is_missing_by_classes_of_errors():
    bucket = new_bucket()
    with refused("NoSuchKey", 404, s3.exceptions.NoSuchKey):
        s3.get_object(Bucket=bucket, Key="missing")
    with refused("NoSuchBucket", 404, s3.exceptions.NoSuchBucket):
        s3.list_objects_v2(Bucket=f"{bucket}-missing")
    with refused("404", 404):
        s3.head_object(Bucket=bucket, Key="missing")
    with refused("BucketAlreadyOwnedByYou", 409, s3.exceptions.BucketAlreadyOwnedByYou):
        s3.create_bucket(Bucket=bucket)
    with refused("SignatureDoesNotMatch", 403, ClientError):
        client(keys=(client()._request_signer._credentials.access_key, "wrong-secret")).list_buckets()
    with refused("InvalidAccessKeyId", 403, ClientError):
        client(keys=("nobody-at-all", "wrong-secret")).list_buckets()


def test_always_sends_an_access_control_list():
    bucket = new_bucket()
    s3.put_object(Bucket=bucket, Key="k", Body=b"", ACL="private")
    s3.put_object(Bucket=bucket, Key="k", Body=b"", ACL="public-read")
    s3.copy_object(Bucket=bucket, Key="c", CopySource=f"{bucket}/k", ACL="bucket-owner-full-control")
    s3.abort_multipart_upload(
        Bucket=bucket, Key="m", UploadId=s3.create_multipart_upload(Bucket=bucket, Key="m", ACL="private")["UploadId"]
    )
    s3.put_object_acl(Bucket=bucket, Key="k", ACL="private")
    s3.put_bucket_acl(Bucket=bucket, ACL="private")
    acl = s3.get_bucket_acl(Bucket=bucket)
    assert [one["Permission"] for one in acl["Grants"]] == ["FULL_CONTROL"]
    s3.put_bucket_acl(Bucket=bucket, AccessControlPolicy={"Grants": acl["Grants"], "Owner": acl["Owner"]})
    with refused(*(("AccessControlListNotSupported", 400) if KIND == "engine" else ("NotImplemented", 501))):
        s3.put_object_acl(Bucket=bucket, Key="k", ACL="public-read")


def test_keeps_the_storage_class():
    bucket = new_bucket()
    s3.put_object(Bucket=bucket, Key="k", Body=b"", StorageClass="REDUCED_REDUNDANCY")
    assert s3.head_object(Bucket=bucket, Key="k")["StorageClass"] == "REDUCED_REDUNDANCY"


def test_is_refused_what_this_server_does_not_offer():
    bucket = new_bucket()
    with refused("NotImplemented", 501):
        s3.put_object(Bucket=bucket, Key="k", Body=b"", ServerSideEncryption="aws:kms")
