# A small vDSO for x86-64, right unless a word on the command line of the assembler spoils it:
#   PATCHED       the site of the alternatives holds the last replacement, padded
#   BROKEN        it holds the first half of one
#   BACKWARDS     it reads the counter before the fence
#   NO_TABLE      there is no .altinstructions
#   FENCED        the original reads the counter behind a fence
#   FENCE_SITE    the site lies before the read and takes a fence alone
#   NO_CFI        __vdso_gettimeofday has no unwind information
#   INNER_NO_CFI  the fallback, which has no name outside, has none
#   WRONG_CFA     at the call of the fallback the frame is said to be elsewhere
#   NO_FALLBACK   nothing enters the kernel
#   TEXTREL       the code holds an absolute address
#   MOVED         everything lies further back, and nothing else has changed
#   CHANGED       one instruction of __vdso_time is another one

        .text
#ifdef MOVED
        .skip 256, 0x90
#endif

        .globl  __vdso_clock_gettime
        .type   __vdso_clock_gettime, @function
__vdso_clock_gettime:
        .cfi_startproc
        push    %rbx
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset %rbx, 0
        mov     %rsi, %rbx
        test    %edi, %edi
        js      .Lslow
        mov     seconds(%rip), %r8
.Lsite:
#if defined(PATCHED)
        rdtscp
        .byte   0x66, 0x90
#elif defined(BROKEN)
        .byte   0x0f, 0xae, 0xe8, 0x0f, 0x0b
#elif defined(BACKWARDS)
        rdtsc
        lfence
#elif defined(FENCED)
        lfence
        rdtsc
#elif defined(FENCE_SITE)
        .skip   5, 0x90
#else
        rdtsc
        .skip   3, 0x90
#endif
.Lsite_end:
#ifdef FENCE_SITE
        rdtsc
#endif
        shl     $32, %rdx
        or      %rdx, %rax
        mov     %rax, (%rbx)
        xor     %eax, %eax
.Lout:
        pop     %rbx
        .cfi_adjust_cfa_offset -8
        .cfi_restore %rbx
        ret
.Lslow:
        .cfi_adjust_cfa_offset 8
#ifdef WRONG_CFA
        .cfi_adjust_cfa_offset 8
#endif
        call    fallback
#ifdef WRONG_CFA
        .cfi_adjust_cfa_offset -8
#endif
        jmp     .Lout
        .cfi_endproc
        .size   __vdso_clock_gettime, . - __vdso_clock_gettime
        .weak   clock_gettime
        .type   clock_gettime, @function
        .set    clock_gettime, __vdso_clock_gettime
        .size   clock_gettime, . - __vdso_clock_gettime

        .type   fallback, @function
fallback:
#ifndef INNER_NO_CFI
        .cfi_startproc
#endif
        mov     $228, %eax
#ifndef NO_FALLBACK
        syscall
#endif
        ret
#ifndef INNER_NO_CFI
        .cfi_endproc
#endif
        .size   fallback, . - fallback

        .globl  __vdso_gettimeofday
        .type   __vdso_gettimeofday, @function
__vdso_gettimeofday:
#ifndef NO_CFI
        .cfi_startproc
#endif
        mov     $96, %eax
#ifndef NO_FALLBACK
        syscall
#endif
        ret
#ifndef NO_CFI
        .cfi_endproc
#endif
        .size   __vdso_gettimeofday, . - __vdso_gettimeofday

        .globl  __vdso_time
        .type   __vdso_time, @function
__vdso_time:
        .cfi_startproc
        endbr64
#ifdef CHANGED
        mov     seconds+8(%rip), %rax
        inc     %rax
#else
        mov     seconds(%rip), %rax
#endif
        ret
        .cfi_endproc
        .skip   3, 0x90
        .size   __vdso_time, . - __vdso_time
#ifdef TEXTREL
        .quad   seconds
#endif

#ifndef NO_TABLE
        .section .altinstructions, "a"
        .long   .Lsite - .
        .long   .Lfence - .
        .long   20 * 32 + 2
        .byte   .Lsite_end - .Lsite, .Lfence_end - .Lfence
        .long   .Lsite - .
        .long   .Lordered - .
        .long   1 * 32 + 27
        .byte   .Lsite_end - .Lsite, .Lordered_end - .Lordered

        .section .altinstr_replacement, "ax"
.Lfence:
        lfence
#ifndef FENCE_SITE
        rdtsc
#endif
.Lfence_end:
.Lordered:
#ifdef FENCE_SITE
        mfence
#else
        rdtscp
#endif
.Lordered_end:
#endif

        .section .rodata
        .balign 8
seconds:
        .quad   7, 8

        .section .note.GNU-stack, "", @progbits
