"""Uploads in parts, by hand and by the transfer manager."""

import io
import os
import tempfile

from boto3.s3.transfer import TransferConfig

from session import new_bucket, read, refused, s3

MIB = 1 << 20
LARGE = os.urandom(MIB) * 13
IN_PARTS = TransferConfig(multipart_threshold=5 * MIB, multipart_chunksize=5 * MIB, max_concurrency=4)


def test_uploads_and_downloads_a_file_in_parts():
    bucket = new_bucket()
    with tempfile.TemporaryDirectory() as folder:
        there, back = os.path.join(folder, "there"), os.path.join(folder, "back")
        with open(there, "wb") as file:
            file.write(LARGE)
        s3.upload_file(there, bucket, "k", Config=IN_PARTS, ExtraArgs={"Metadata": {"x": "1"}})
        head = s3.head_object(Bucket=bucket, Key="k")
        assert head["ETag"].endswith('-3"')
        assert (head["ContentLength"], head["Metadata"]) == (len(LARGE), {"x": "1"})
        s3.download_file(bucket, "k", back, Config=IN_PARTS)
        with open(back, "rb") as file:
            assert file.read() == LARGE


def test_uploads_and_downloads_a_stream():
    bucket = new_bucket()
    progress = []
    s3.upload_fileobj(io.BytesIO(LARGE), bucket, "k", Config=IN_PARTS, Callback=progress.append)
    assert sum(progress) == len(LARGE)
    back = io.BytesIO()
    s3.download_fileobj(bucket, "k", back, Config=IN_PARTS)
    assert back.getvalue() == LARGE


def test_copies_in_parts():
    bucket, other = new_bucket(), new_bucket()
    s3.put_object(Bucket=bucket, Key="k", Body=LARGE)
    s3.copy({"Bucket": bucket, "Key": "k"}, other, "copy", Config=IN_PARTS)
    assert s3.head_object(Bucket=other, Key="copy")["ETag"].endswith('-3"')
    assert read(other, "copy") == LARGE


def test_uploads_parts_by_hand_with_checksums():
    bucket = new_bucket()
    upload = s3.create_multipart_upload(Bucket=bucket, Key="k", ChecksumAlgorithm="SHA256")["UploadId"]
    parts = []
    for number, body in enumerate([LARGE[: 5 * MIB], b"the end"], start=1):
        part = s3.upload_part(
            Bucket=bucket, Key="k", UploadId=upload, PartNumber=number, Body=body, ChecksumAlgorithm="SHA256"
        )
        parts.append({"PartNumber": number, "ETag": part["ETag"], "ChecksumSHA256": part["ChecksumSHA256"]})
    listed = s3.list_parts(Bucket=bucket, Key="k", UploadId=upload)["Parts"]
    assert [(one["PartNumber"], one["Size"]) for one in listed] == [(1, 5 * MIB), (2, 7)]
    done = s3.complete_multipart_upload(Bucket=bucket, Key="k", UploadId=upload, MultipartUpload={"Parts": parts})
    assert done["ChecksumSHA256"].endswith("-2")
    assert read(bucket, "k", PartNumber=2) == b"the end"


def test_lists_and_ends_uploads():
    bucket = new_bucket()
    uploads = [s3.create_multipart_upload(Bucket=bucket, Key="k")["UploadId"] for _ in range(2)]
    s3.upload_part(Bucket=bucket, Key="k", UploadId=uploads[0], PartNumber=1, Body=b"x")
    listed = s3.list_multipart_uploads(Bucket=bucket, Prefix="k")["Uploads"]
    assert sorted(one["UploadId"] for one in listed) == sorted(uploads)
    for upload in uploads:
        s3.abort_multipart_upload(Bucket=bucket, Key="k", UploadId=upload)
    assert "Uploads" not in s3.list_multipart_uploads(Bucket=bucket, Prefix="k")
    with refused("NoSuchUpload", 404):
        s3.upload_part(Bucket=bucket, Key="k", UploadId=uploads[0], PartNumber=1, Body=b"x")


def test_is_refused_parts_that_are_too_small():
    bucket = new_bucket()
    upload = s3.create_multipart_upload(Bucket=bucket, Key="k")["UploadId"]
    parts = [
        {
            "PartNumber": number,
            "ETag": s3.upload_part(Bucket=bucket, Key="k", UploadId=upload, PartNumber=number, Body=b"small")["ETag"],
        }
        for number in [1, 2]
    ]
    with refused("EntityTooSmall", 400):
        s3.complete_multipart_upload(Bucket=bucket, Key="k", UploadId=upload, MultipartUpload={"Parts": parts})
