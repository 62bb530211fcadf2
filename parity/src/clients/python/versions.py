"""Versions: history, delete markers, suspension."""

from session import new_bucket, read, refused, s3, versioned_bucket


def test_turns_versions_on_and_off():
    bucket = new_bucket()
    assert "Status" not in s3.get_bucket_versioning(Bucket=bucket)
    for status in ["Enabled", "Suspended"]:
        s3.put_bucket_versioning(Bucket=bucket, VersioningConfiguration={"Status": status})
        assert s3.get_bucket_versioning(Bucket=bucket)["Status"] == status


def test_keeps_every_version():
    bucket = versioned_bucket()
    ids = [s3.put_object(Bucket=bucket, Key="k", Body=body)["VersionId"] for body in [b"one", b"two", b"three"]]
    assert [read(bucket, "k", VersionId=version) for version in ids] == [b"one", b"two", b"three"]
    assert read(bucket, "k") == b"three"
    listed = s3.list_object_versions(Bucket=bucket)["Versions"]
    assert [one["VersionId"] for one in listed] == ids[::-1]
    assert [one["IsLatest"] for one in listed] == [True, False, False]
    s3.delete_object(Bucket=bucket, Key="k", VersionId=ids[2])
    assert read(bucket, "k") == b"two"
    with refused("NoSuchVersion", 404):
        s3.get_object(Bucket=bucket, Key="k", VersionId=ids[2])


def test_hides_an_object_behind_a_delete_marker():
    bucket = versioned_bucket()
    version = s3.put_object(Bucket=bucket, Key="k", Body=b"kept")["VersionId"]
    deleted = s3.delete_object(Bucket=bucket, Key="k")
    assert deleted["DeleteMarker"] is True
    with refused("NoSuchKey", 404, s3.exceptions.NoSuchKey):
        s3.get_object(Bucket=bucket, Key="k")
    assert "Contents" not in s3.list_objects_v2(Bucket=bucket)
    listed = s3.list_object_versions(Bucket=bucket)
    assert [one["VersionId"] for one in listed["DeleteMarkers"]] == [deleted["VersionId"]]
    assert read(bucket, "k", VersionId=version) == b"kept"
    s3.delete_object(Bucket=bucket, Key="k", VersionId=deleted["VersionId"])
    assert read(bucket, "k") == b"kept"


def test_copies_an_old_version_to_the_front():
    bucket = versioned_bucket()
    first = s3.put_object(Bucket=bucket, Key="k", Body=b"first")["VersionId"]
    s3.put_object(Bucket=bucket, Key="k", Body=b"second")
    copied = s3.copy_object(Bucket=bucket, Key="k", CopySource={"Bucket": bucket, "Key": "k", "VersionId": first})
    assert copied["CopySourceVersionId"] == first
    assert read(bucket, "k") == b"first"


def test_overwrites_the_null_version_when_suspended():
    bucket = versioned_bucket()
    kept = s3.put_object(Bucket=bucket, Key="k", Body=b"kept")["VersionId"]
    s3.put_bucket_versioning(Bucket=bucket, VersioningConfiguration={"Status": "Suspended"})
    for body in [b"one", b"two"]:
        s3.put_object(Bucket=bucket, Key="k", Body=body)
    ids = [one["VersionId"] for one in s3.list_object_versions(Bucket=bucket)["Versions"]]
    assert ids == ["null", kept]
    assert read(bucket, "k", VersionId="null") == b"two"


def test_deletes_many_versions():
    bucket = versioned_bucket()
    for index in range(3):
        s3.put_object(Bucket=bucket, Key="k", Body=str(index).encode())
    s3.delete_object(Bucket=bucket, Key="k")
    pages = s3.get_paginator("list_object_versions").paginate(Bucket=bucket, PaginationConfig={"PageSize": 2})
    everything = [one for page in pages for one in page.get("Versions", []) + page.get("DeleteMarkers", [])]
    assert len(everything) == 4
    objects = [{"Key": one["Key"], "VersionId": one["VersionId"]} for one in everything]
    assert len(s3.delete_objects(Bucket=bucket, Delete={"Objects": objects})["Deleted"]) == 4
    s3.delete_bucket(Bucket=bucket)


def test_tags_one_version():
    bucket = versioned_bucket()
    first = s3.put_object(Bucket=bucket, Key="k", Body=b"1")["VersionId"]
    s3.put_object(Bucket=bucket, Key="k", Body=b"2")
    tags = [{"Key": "a", "Value": "b"}]
    s3.put_object_tagging(Bucket=bucket, Key="k", VersionId=first, Tagging={"TagSet": tags})
    assert s3.get_object_tagging(Bucket=bucket, Key="k", VersionId=first)["TagSet"] == tags
    assert s3.get_object_tagging(Bucket=bucket, Key="k")["TagSet"] == []
