; Questions over the same rules, each decided soon after small words were tried in vain: the ration of these trials is halved each time.
(set-logic QF_SLIA)
(declare-const act String)
(declare-const res String)
(declare-const who String)
(define-fun allow () Bool (or
  (and (str.in_re act (re.++ (str.to_re "ec2:Create") re.all)) (str.in_re res (re.++ (str.to_re "arn:aws:ec2:") re.all
    (str.to_re ":team0/") re.all)) (not (str.contains who "guest")))
  (and (str.in_re act (re.++ (str.to_re "ec2:List") re.all)) (str.in_re res (re.++ (str.to_re "arn:aws:ec2:") re.all
    (str.to_re ":team1/") re.all)) (not (str.contains who "guest")))
  (and (str.in_re act (re.++ (str.to_re "sqs:Create") re.all)) (str.in_re res (re.++ (str.to_re "arn:aws:sqs:") re.all
    (str.to_re ":team2/") re.all)) true)
  (and (str.in_re act (re.++ (str.to_re "kms:Get") re.all)) (str.in_re res (re.++ (str.to_re "arn:aws:kms:") re.all
    (str.to_re ":team3/") re.all)) (str.prefixof "user3" who))
  (and (str.in_re act (re.++ (str.to_re "iam:Create") re.all)) (str.in_re res (re.++ (str.to_re "arn:aws:iam:") re.all
    (str.to_re ":team4/") re.all)) true)
  (and (str.in_re act (re.++ (str.to_re "ec2:Delete") re.all)) (str.in_re res (re.++ (str.to_re "arn:aws:ec2:") re.all
    (str.to_re ":team5/") re.all)) (not (str.contains who "guest")))
  (and (str.in_re act (re.++ (str.to_re "kms:Delete") re.all)) (str.in_re res (re.++ (str.to_re "arn:aws:kms:") re.all
    (str.to_re ":team6/") re.all)) (str.prefixof "user1" who))
  (and (str.in_re act (re.++ (str.to_re "ec2:Put") re.all)) (str.in_re res (re.++ (str.to_re "arn:aws:ec2:") re.all
    (str.to_re ":team0/") re.all)) (not (str.contains who "guest")))
  (and (str.in_re act (re.++ (str.to_re "ec2:Create") re.all)) (str.in_re res (re.++ (str.to_re "arn:aws:ec2:") re.all
    (str.to_re ":team1/") re.all)) (str.prefixof "user3" who))
  (and (str.in_re act (re.++ (str.to_re "s3:Get") re.all)) (str.in_re res (re.++ (str.to_re "arn:aws:s3:") re.all
    (str.to_re ":team2/") re.all)) true)
  (and (str.in_re act (re.++ (str.to_re "kms:Get") re.all)) (str.in_re res (re.++ (str.to_re "arn:aws:kms:") re.all
    (str.to_re ":team3/") re.all)) (str.prefixof "user0" who))
  (and (str.in_re act (re.++ (str.to_re "s3:List") re.all)) (str.in_re res (re.++ (str.to_re "arn:aws:s3:") re.all
    (str.to_re ":team4/") re.all)) (str.prefixof "user1" who))
  (and (str.in_re act (re.++ (str.to_re "kms:Delete") re.all)) (str.in_re res (re.++ (str.to_re "arn:aws:kms:") re.all
    (str.to_re ":team5/") re.all)) (not (str.contains who "guest")))
  (and (str.in_re act (re.++ (str.to_re "sqs:Delete") re.all)) (str.in_re res (re.++ (str.to_re "arn:aws:sqs:") re.all
    (str.to_re ":team6/") re.all)) (not (str.contains who "guest")))
  (and (str.in_re act (re.++ (str.to_re "kms:Delete") re.all)) (str.in_re res (re.++ (str.to_re "arn:aws:kms:") re.all
    (str.to_re ":team0/") re.all)) true)
  (and (str.in_re act (re.++ (str.to_re "iam:Get") re.all)) (str.in_re res (re.++ (str.to_re "arn:aws:iam:") re.all
    (str.to_re ":team1/") re.all)) true)
  (and (str.in_re act (re.++ (str.to_re "ec2:Delete") re.all)) (str.in_re res (re.++ (str.to_re "arn:aws:ec2:") re.all
    (str.to_re ":team2/") re.all)) true)
  (and (str.in_re act (re.++ (str.to_re "iam:Delete") re.all)) (str.in_re res (re.++ (str.to_re "arn:aws:iam:") re.all
    (str.to_re ":team3/") re.all)) (not (str.contains who "guest")))
  (and (str.in_re act (re.++ (str.to_re "iam:Delete") re.all)) (str.in_re res (re.++ (str.to_re "arn:aws:iam:") re.all
    (str.to_re ":team4/") re.all)) (not (str.contains who "guest")))
  (and (str.in_re act (re.++ (str.to_re "sqs:Create") re.all)) (str.in_re res (re.++ (str.to_re "arn:aws:sqs:") re.all
    (str.to_re ":team5/") re.all)) (str.prefixof "user4" who))
  (and (str.in_re act (re.++ (str.to_re "kms:Create") re.all)) (str.in_re res (re.++ (str.to_re "arn:aws:kms:") re.all
    (str.to_re ":team6/") re.all)) (str.prefixof "user0" who))
  (and (str.in_re act (re.++ (str.to_re "kms:Put") re.all)) (str.in_re res (re.++ (str.to_re "arn:aws:kms:") re.all
    (str.to_re ":team0/") re.all)) (str.prefixof "user1" who))
  (and (str.in_re act (re.++ (str.to_re "s3:List") re.all)) (str.in_re res (re.++ (str.to_re "arn:aws:s3:") re.all
    (str.to_re ":team1/") re.all)) (not (str.contains who "guest")))
  (and (str.in_re act (re.++ (str.to_re "ec2:List") re.all)) (str.in_re res (re.++ (str.to_re "arn:aws:ec2:") re.all
    (str.to_re ":team2/") re.all)) (not (str.contains who "guest")))
  (and (str.in_re act (re.++ (str.to_re "kms:Create") re.all)) (str.in_re res (re.++ (str.to_re "arn:aws:kms:") re.all
    (str.to_re ":team3/") re.all)) true)
  (and (str.in_re act (re.++ (str.to_re "ec2:Create") re.all)) (str.in_re res (re.++ (str.to_re "arn:aws:ec2:") re.all
    (str.to_re ":team4/") re.all)) (str.prefixof "user0" who))
  (and (str.in_re act (re.++ (str.to_re "iam:Get") re.all)) (str.in_re res (re.++ (str.to_re "arn:aws:iam:") re.all
    (str.to_re ":team5/") re.all)) true)
  (and (str.in_re act (re.++ (str.to_re "sqs:Delete") re.all)) (str.in_re res (re.++ (str.to_re "arn:aws:sqs:") re.all
    (str.to_re ":team6/") re.all)) true)
  (and (str.in_re act (re.++ (str.to_re "iam:Get") re.all)) (str.in_re res (re.++ (str.to_re "arn:aws:iam:") re.all
    (str.to_re ":team0/") re.all)) (str.prefixof "user3" who))
  (and (str.in_re act (re.++ (str.to_re "ec2:Get") re.all)) (str.in_re res (re.++ (str.to_re "arn:aws:ec2:") re.all
    (str.to_re ":team1/") re.all)) (str.prefixof "user4" who))))
(define-fun deny () Bool (or
  (and (str.in_re act (re.++ (str.to_re "sqs:Delete") re.all)) (str.in_re res (re.++ (str.to_re "arn:aws:sqs:") re.all
    (str.to_re ":team2/") re.all)) true)
  (and (str.in_re act (re.++ (str.to_re "s3:Create") re.all)) (str.in_re res (re.++ (str.to_re "arn:aws:s3:") re.all
    (str.to_re ":team3/") re.all)) (not (str.contains who "guest")))
  (and (str.in_re act (re.++ (str.to_re "s3:Delete") re.all)) (str.in_re res (re.++ (str.to_re "arn:aws:s3:") re.all
    (str.to_re ":team4/") re.all)) (not (str.contains who "guest")))
  (and (str.in_re act (re.++ (str.to_re "kms:List") re.all)) (str.in_re res (re.++ (str.to_re "arn:aws:kms:") re.all
    (str.to_re ":team5/") re.all)) (not (str.contains who "guest")))
  (and (str.in_re act (re.++ (str.to_re "iam:Create") re.all)) (str.in_re res (re.++ (str.to_re "arn:aws:iam:") re.all
    (str.to_re ":team6/") re.all)) true)
  (and (str.in_re act (re.++ (str.to_re "s3:List") re.all)) (str.in_re res (re.++ (str.to_re "arn:aws:s3:") re.all
    (str.to_re ":team0/") re.all)) true)
  (and (str.in_re act (re.++ (str.to_re "s3:Get") re.all)) (str.in_re res (re.++ (str.to_re "arn:aws:s3:") re.all
    (str.to_re ":team1/") re.all)) (not (str.contains who "guest")))
  (and (str.in_re act (re.++ (str.to_re "kms:Get") re.all)) (str.in_re res (re.++ (str.to_re "arn:aws:kms:") re.all
    (str.to_re ":team2/") re.all)) true)
  (and (str.in_re act (re.++ (str.to_re "sqs:List") re.all)) (str.in_re res (re.++ (str.to_re "arn:aws:sqs:") re.all
    (str.to_re ":team3/") re.all)) (not (str.contains who "guest")))
  (and (str.in_re act (re.++ (str.to_re "iam:Put") re.all)) (str.in_re res (re.++ (str.to_re "arn:aws:iam:") re.all
    (str.to_re ":team4/") re.all)) (not (str.contains who "guest")))))
(assert (and allow (not deny)))
(assert (str.in_re res (re.++ (str.to_re "arn:aws:") (re.* (re.range "!" "~")))))
(push 1)
(assert (str.in_re act (re.++ (str.to_re "List") re.all)))
(assert (str.in_re res (re.++ (str.to_re "arn:aws:iam:") re.all (str.to_re ":team8/") re.all (str.to_re "3"))))
(assert (str.contains who "guest"))
(set-info :status unsat)
(check-sat)
(pop 1)
(push 1)
(assert (str.in_re act (re.++ (str.to_re "Delete") re.all)))
(assert (str.in_re res (re.++ (str.to_re "arn:aws:iam:") re.all (str.to_re ":team0/") re.all (str.to_re "4"))))
(set-info :status unsat)
(check-sat)
(pop 1)
(push 1)
(assert (str.in_re act (re.++ (str.to_re "Create") re.all)))
(assert (str.in_re res (re.++ (str.to_re "arn:aws:ec2:") re.all (str.to_re ":team0/") re.all (str.to_re "5"))))
(set-info :status unsat)
(check-sat)
(pop 1)
(push 1)
(assert (str.in_re act (str.to_re "iam:CreateObject")))
(assert (str.in_re res (re.++ (str.to_re "arn:aws:iam:") re.all (str.to_re ":team1/") re.all (str.to_re "16"))))
(set-info :status sat)
(check-sat)
(pop 1)
