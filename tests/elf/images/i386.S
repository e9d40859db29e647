# A small vDSO for 32-bit x86, right unless a word on the command line of the assembler spoils it:
#   NO_GETTIME64   there is no __vdso_clock_gettime64
#   NO_SIGRETURN   there is no code for signal handlers to return to
#   NO_INFO        the C functions have no unwind information, as kernels build them
#   FORGOTTEN      one of them has none

        .text
        .globl  __kernel_vsyscall
        .type   __kernel_vsyscall, @function
__kernel_vsyscall:
        .cfi_startproc
        push    %ebp
        .cfi_adjust_cfa_offset 4
        mov     %esp, %ebp
        int     $0x80
        pop     %ebp
        .cfi_adjust_cfa_offset -4
        ret
        .cfi_endproc
        .size   __kernel_vsyscall, . - __kernel_vsyscall

#ifndef NO_SIGRETURN
        .globl  __kernel_sigreturn
        .type   __kernel_sigreturn, @function
        .cfi_startproc
        .cfi_signal_frame
        nop
__kernel_sigreturn:
        pop     %eax
        mov     $119, %eax
        int     $0x80
        .size   __kernel_sigreturn, . - __kernel_sigreturn
        .cfi_endproc
        .globl  __kernel_rt_sigreturn
        .type   __kernel_rt_sigreturn, @function
        .cfi_startproc
        .cfi_signal_frame
        nop
__kernel_rt_sigreturn:
        mov     $173, %eax
        int     $0x80
        .size   __kernel_rt_sigreturn, . - __kernel_rt_sigreturn
        .cfi_endproc
#endif

# A function with a frame pointer that finds the image by its own address, as C code does.
.macro c_function name info
        .globl  \name
        .type   \name, @function
\name:
.if \info
        .cfi_startproc
.endif
        push    %ebp
.if \info
        .cfi_def_cfa_offset 8
        .cfi_offset %ebp, -8
.endif
        mov     %esp, %ebp
.if \info
        .cfi_def_cfa_register %ebp
.endif
        push    %ebx
        call    1f
1:      pop     %ebx
        add     $_GLOBAL_OFFSET_TABLE_ + (. - 1b), %ebx
        call    __kernel_vsyscall
        pop     %ebx
        pop     %ebp
.if \info
        .cfi_def_cfa %esp, 4
.endif
        ret
.if \info
        .cfi_endproc
.endif
        .size   \name, . - \name
.endm

#ifdef NO_INFO
#define INFO 0
#else
#define INFO 1
#endif
#ifdef FORGOTTEN
        c_function __vdso_clock_gettime, 0
#else
        c_function __vdso_clock_gettime, INFO
#endif
        c_function __vdso_gettimeofday, INFO
#ifndef NO_GETTIME64
        c_function __vdso_clock_gettime64, INFO
#endif

        .section .note.GNU-stack, "", @progbits
