; A key that is not in a table.
; options: --rlimit=200000
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const k String)
(assert (str.contains ";key0=0;key1=1;key2=2;key3=3;key4=4;key5=5;key6=6;key7=7;key8=8;key9=9;key10=10;key11=11;key12=12;key13=13;key14=14;key15=15;key16=16;key17=17;key18=18;key19=19;key20=20;key21=21;key22=22;key23=23;key24=24;key25=25;key26=26;key27=27;key28=28;key29=29;key30=30;key31=31;key32=32;key33=33;key34=34;key35=35;key36=36;key37=37;key38=38;key39=39;" (str.++ ";" k "=")))
(assert (str.in_re k (re.++ (str.to_re "key") (re.+ (re.range "0" "9")))))
(assert (>= (str.to_int (str.substr k 3 (- (str.len k) 3))) 40))
(check-sat)
