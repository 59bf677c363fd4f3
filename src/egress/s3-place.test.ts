import { expect, test } from "bun:test";
import { readS3Url } from "./s3-place.ts";

test.each([
  [
    "s3://KEY:a%2Fb%2Bc@s3.eu-central-1.amazonaws.com/bucket",
    {
      endpoint: "https://s3.eu-central-1.amazonaws.com",
      region: "eu-central-1",
      bucket: "bucket",
      accessKeyId: "KEY",
      secretAccessKey: "a/b+c",
      virtualHostedStyle: false,
      prefix: "",
    },
  ],
  [
    "s3://test%3Auser:s@127.0.0.1:9000/b_1/a/b.c/?tls=false&region=eu-test-1",
    {
      endpoint: "http://127.0.0.1:9000",
      region: "eu-test-1",
      accessKeyId: "test:user",
      prefix: "a/b.c/",
    },
  ],
  [
    "s3://k:s@store.example.com/bucket?style=virtual",
    {
      endpoint: "https://bucket.store.example.com",
      region: "us-east-1",
      virtualHostedStyle: true,
      bucket: "bucket",
    },
  ],
])("%s is read", (url, place) => {
  expect(readS3Url(url)).toMatchObject(place);
});

test.each([
  "",
  "s3:",
  "s3://",
  "s3://host/bucket",
  "s3://key@host/bucket",
  "s3://:secret@host/bucket",
  "s3://key:secret@host",
  "s3://key:secret@host/",
  "s3://key:secret@/bucket",
  "s3://key:se/cret@host/bucket",
  "s3://key:%zz@host/bucket",
  "s3://key:secret@host/b",
  "s3://key:secret@host/bu%20cket",
  "s3://key:secret@host/bucket/a//b",
  "s3://key:secret@host/bucket/a b",
  "s3://key:secret@host/bucket#part",
  "s3://key:secret@host/bucket?style=dns",
  "s3://key:secret@host/bucket?tls=0",
  "s3://key:secret@host/bucket?region=",
  "s3://key:secret@host/bucket?region=a/b",
  "s3://key:secret@host/bucket?other=1",
  "s3://key:secret@host/bucket?tls=true&tls=false",
  "s3://key:secret@host:99999/bucket",
  "s3://key:secret@ho st/bucket",
  "s3://key:secret@ho%2Fst/bucket",
  "https://key:secret@host/bucket",
  "S3://key:secret@host/bucket",
  "file:///tmp/bodies",
])("%p is rejected", (url) => {
  expect(readS3Url(url)).toBeUndefined();
});
